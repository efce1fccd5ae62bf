import { callTestRowsOfList, rowInserter } from '#lib/editable-lists/testing/list-call-rows.ts'
import type { CallTestRow, CallTestRows } from '#lib/web/testing/row.ts'
import { newTermsInput } from './terms.ts'

const moveRow = (id: () => Promise<number>): CallTestRow => ({
  access: 'MANAGER',
  id,
  body: () => ({ direction: 'UP' }),
})

const makeQna = rowInserter("INSERT INTO qnas (title, answer) VALUES ('질문', '답')")
const makeRegisterWhere = rowInserter("INSERT INTO register_wheres (text) VALUES ('지인')")

const makeNotice = rowInserter("INSERT INTO notices (content) VALUES ('공지')")
const makePopup = rowInserter("INSERT INTO popups (image_url) VALUES ('https://img.example.com/b.png')")

export const callTestRows: CallTestRows = {
  'GET /service/notices': { access: 'public' },
  'GET /service/qnas': { access: 'public' },
  'GET /service/register-where': { access: 'public' },
  'GET /service/popup': { access: 'public' },
  ...callTestRowsOfList('notices', () => ({ content: '점검 안내', isTop: true }), makeNotice),
  ...callTestRowsOfList('qnas', () => ({ title: '질문', answer: '답' }), makeQna),
  ...callTestRowsOfList('register-where', () => ({ text: '검색' }), makeRegisterWhere),
  ...callTestRowsOfList('popups', () => ({ imageUrl: 'https://img.example.com/a.png' }), makePopup),
  'POST /api/admin/notices/{id}/move': moveRow(makeNotice),
  'POST /api/admin/popups/{id}/move': moveRow(makePopup),
  'POST /api/admin/qnas/{id}/move': moveRow(makeQna),
  'POST /api/admin/register-where/{id}/move': moveRow(makeRegisterWhere),
  ...callTestRowsOfList('terms', newTermsInput, async () => {
    const { kind, since, body } = newTermsInput()
    return rowInserter(`INSERT INTO terms_versions (kind, since, body) VALUES ('${kind}', '${since}', '${body}')`)()
  }),
  'GET /api/admin/guide': { access: 'SUPPORT' },
  'PUT /api/admin/guide': { access: 'MANAGER', body: () => ({ desktop: '', text: '그림 설명' }) },
}
