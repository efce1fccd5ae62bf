import type { DocumentationPage } from '../page.ts'
import { apiV2Page } from './api-v2-page.ts'
import { authenticationPage } from './authentication-page.ts'
import { bulkOrdersPage } from './bulk-orders-page.ts'
import { changelogPage } from './changelog-page.ts'
import { errorsPage } from './errors-page.ts'
import { gettingStartedPage } from './getting-started-page.ts'
import { limitsPage } from './limits-page.ts'
import { ordersPage } from './orders-page.ts'
import { sandboxPage } from './sandbox-page.ts'
import { serviceTypesPage } from './service-types-page.ts'
import { servicesPage } from './services-page.ts'
import { statusPage } from './status-page.ts'
import { webhooksPage } from './webhooks-page.ts'

/** All pages of the documentation, in the sequence of the side menu. */
export const documentationPages: readonly DocumentationPage[] = [
  gettingStartedPage,
  authenticationPage,
  sandboxPage,
  ordersPage,
  bulkOrdersPage,
  statusPage,
  apiV2Page,
  servicesPage,
  serviceTypesPage,
  webhooksPage,
  errorsPage,
  limitsPage,
  changelogPage,
]
