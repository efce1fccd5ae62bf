import { adminCategoriesCall, createCategoryCall } from '#lib/catalog/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, POST } = serve(adminCategoriesCall, createCategoryCall)
