import { insertRow, staffRows } from '#lib/editable-lists/testing/staff-rows.ts'
import type { Row, Rows } from '#lib/web/testing/row.ts'
import { newTerms } from './terms.ts'

const moveRow = (id: () => Promise<number>): Row => ({ access: 'MANAGER', id, body: () => ({ direction: 'UP' }) })

const makeQna = insertRow("INSERT INTO qnas (title, answer) VALUES ('질문', '답')")
const makeRegisterWhere = insertRow("INSERT INTO register_wheres (text) VALUES ('지인')")

const makeNotice = insertRow("INSERT INTO notices (content) VALUES ('공지')")
const makePopup = insertRow("INSERT INTO popups (image_url) VALUES ('https://img.example.com/b.png')")

export const rows: Rows = {
  'GET /service/notices': { access: 'public' },
  'GET /service/qnas': { access: 'public' },
  'GET /service/register-where': { access: 'public' },
  'GET /service/popup': { access: 'public' },
  ...staffRows('notices', () => ({ content: '점검 안내', isTop: true }), makeNotice),
  ...staffRows('qnas', () => ({ title: '질문', answer: '답' }), makeQna),
  ...staffRows('register-where', () => ({ text: '검색' }), makeRegisterWhere),
  ...staffRows('popups', () => ({ imageUrl: 'https://img.example.com/a.png' }), makePopup),
  'POST /api/admin/notices/{id}/move': moveRow(makeNotice),
  'POST /api/admin/popups/{id}/move': moveRow(makePopup),
  'POST /api/admin/qnas/{id}/move': moveRow(makeQna),
  'POST /api/admin/register-where/{id}/move': moveRow(makeRegisterWhere),
  ...staffRows('terms', newTerms, async () => {
    const { kind, since, body } = newTerms()
    return insertRow(`INSERT INTO terms_versions (kind, since, body) VALUES ('${kind}', '${since}', '${body}')`)()
  }),
  'GET /api/admin/guide': { access: 'SUPPORT' },
  'PUT /api/admin/guide': { access: 'MANAGER', body: () => ({ desktop: '', text: '그림 설명' }) },
}
