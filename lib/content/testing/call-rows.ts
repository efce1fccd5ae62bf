import { db } from '#lib/core/db.ts'
import { inserted, staffRows } from '#lib/editable-lists/testing/staff-rows.ts'
import type { Row, Rows } from '#lib/web/testing/row.ts'
import { newTerms } from './terms.ts'

/** The order of all rows there are. */
const arranging = (table: string): Row => ({
  access: 'MANAGER',
  body: async () => {
    const rows = await db().rows<{ id: number }>(`SELECT id FROM ${table} ORDER BY random()`)
    return { ids: rows.map(({ id }) => id) }
  },
})

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
  'PUT /api/admin/qnas/order': arranging('qnas'),
  'PUT /api/admin/register-where/order': arranging('register_wheres'),
  ...staffRows('terms', newTerms, async () => {
    const { kind, since, body } = newTerms()
    return inserted(`INSERT INTO terms_versions (kind, since, body) VALUES ('${kind}', '${since}', '${body}')`)()
  }),
  'GET /api/admin/guide': { access: 'SUPPORT' },
  'PUT /api/admin/guide': { access: 'MANAGER', body: () => ({ desktop: '', text: '그림 설명' }) },
}
