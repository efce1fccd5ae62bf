import type { CallTestRows } from '#lib/web/testing/row.ts'

const id = '0199aaaa-0000-7000-8000-000000000000'

export const callTestRows: CallTestRows = {
  'GET /service/api-requests': {
    access: 'member',
    query: {
      good: `failed=true&call=POST%20/order&key=1&id=${id}&cursor=${id}&from=2026-11-01&to=2026-11-02&size=10`,
      bad: [
        'failed=yes',
        'key=0',
        'key=2147483648',
        'id=x',
        `id=${id}0`,
        'cursor=1',
        'size=0',
        'size=201',
        'from=x',
        'from=2026-11-02&to=2026-11-01',
      ],
    },
  },
}
