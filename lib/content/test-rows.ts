import { inserted, staffRows } from '#lib/audit/test-staff-rows.ts'
import type { Rows } from '#lib/web/test-matrix.ts'

export const rows: Rows = {
  'GET /service/notices': { access: 'public' },
  'GET /service/qnas': { access: 'public' },
  'GET /service/register-where': { access: 'public' },
  'GET /service/popup': { access: 'public' },
  ...staffRows(
    'notices',
    () => ({ content: '점검 안내', isTop: true }),
    inserted("INSERT INTO notices (content) VALUES ('공지')"),
  ),
  ...staffRows(
    'qnas',
    () => ({ title: '질문', answer: '답' }),
    inserted("INSERT INTO qnas (title, answer) VALUES ('질문', '답')"),
  ),
  ...staffRows(
    'register-where',
    () => ({ text: '검색' }),
    inserted("INSERT INTO register_wheres (text) VALUES ('지인')"),
  ),
  ...staffRows(
    'popups',
    () => ({ imageUrl: 'https://img.example.com/a.png' }),
    inserted("INSERT INTO popups (image_url) VALUES ('https://img.example.com/b.png')"),
  ),
}
