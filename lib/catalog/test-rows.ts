import { inserted, staffRows } from '#lib/audit/test-staff-rows.ts'
import type { Rows } from '#lib/web/test-matrix.ts'

const platform = inserted("INSERT INTO platforms (text, background_color) VALUES ('새 플랫폼', '#000000')")

async function category(): Promise<number> {
  const id = await platform()
  return inserted(`INSERT INTO categories (platform_id, text) VALUES (${id}, '새 분류')`)()
}

async function service(): Promise<number> {
  const id = await category()
  return inserted(`INSERT INTO services (category_id, text, unit_price, min, max) VALUES (${id}, '상품', 1, 1, 9)`)()
}

const categoryBody = async () => ({ platform: await platform(), text: '댓글' })
const serviceBody = async () => ({ categoryId: await category(), text: '팔로워', point: 3.3, min: 10, max: 1_000 })

export const rows: Rows = {
  'GET /service/platforms': { access: 'public' },
  'GET /service/categorys': { access: 'public' },
  'GET /service/services': { access: 'public' },
  'GET /service/search': {
    access: 'public',
    query: { good: 'q=%E3%85%87%E3%85%85%E3%85%8C', bad: [`q=${'a'.repeat(101)}`] },
  },
  ...staffRows('platforms', () => ({ text: '인스타그램', backgroundColor: '#d6249f' }), platform),
  ...staffRows('categories', categoryBody, category),
  ...staffRows('services', serviceBody, service),
}
