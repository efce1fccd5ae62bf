import { apiV2Documentation } from './api-v2-documentation.ts'
import { bulkDocumentation } from './bulk-documentation.ts'
import type { CallDocumentation } from './call-documentation.ts'
import { orderDocumentation } from './order-documentation.ts'
import { serviceListDocumentation } from './service-list-documentation.ts'
import { statusDocumentation } from './status-documentation.ts'

/**
 * The documentation of the public API, in the order in which a program needs the calls. GET /api/v2 is documented with
 * POST /api/v2.
 */
export const callDocumentation: readonly CallDocumentation[] = [
  serviceListDocumentation,
  orderDocumentation,
  statusDocumentation,
  apiV2Documentation,
  bulkDocumentation,
]
