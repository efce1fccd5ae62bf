import { askOutcomesLoop, gatherAlertsLoop, sweepAlertsJob } from './alerts-jobs.ts'
import { cancelSubscriptionsJob } from './cancel-subscriptions-job.ts'
import { askPaymentsLoop } from './card-payments-loop.ts'
import { pollOrdersLoop, sendOrdersLoop, watchProvidersLoop } from './deliver-orders-loops.ts'
import { deliverWebhooksLoop, sweepDeliveriesJob } from './deliver-webhooks-job.ts'
import { pollRefillsLoop, sendRequestsLoop, watchRequestsLoop } from './handle-requests-loops.ts'
import { issueReceiptsLoop } from './issue-receipts-loop.ts'
import type { Lane } from './lane.ts'
import { moneyLane } from './money-lane.ts'
import { reconcileSourcesJob } from './reconcile-sources-job.ts'
import { sendMessageJob, sweepOutboxJob } from './send-messages-job.ts'
import { sendPushLoop, sweepPushJob } from './send-push-job.ts'
import { askBackLoop, pollSourcesLoop, syncRegistrationsLoop } from './sources-loops.ts'
import { syncServicesJob } from './sync-services-job.ts'
import { upkeepLane } from './upkeep-lane.ts'

/** Jobs that wait for answers of mail servers and of the text message service. */
const messagesLane: Lane = {
  name: 'messages',
  concurrency: 4,
  connections: 4,
  jobs: [sweepOutboxJob],
  rowJobs: [sendMessageJob],
  loops: [],
}

/** Jobs and loops that wait for answers of providers. */
const providersLane: Lane = {
  name: 'providers',
  concurrency: 1,
  connections: 8,
  jobs: [syncServicesJob, cancelSubscriptionsJob],
  rowJobs: [],
  loops: [sendOrdersLoop, pollOrdersLoop, watchProvidersLoop, sendRequestsLoop, pollRefillsLoop, watchRequestsLoop],
}

/** Job and loop that wait for answers of members' webhooks. */
const webhooksLane: Lane = {
  name: 'webhooks',
  concurrency: 1,
  connections: 4,
  jobs: [sweepDeliveriesJob],
  rowJobs: [],
  loops: [deliverWebhooksLoop()],
}

/** Job and loop that wait for answers of the push services of browsers. */
const pushLane: Lane = {
  name: 'push',
  concurrency: 1,
  connections: 2,
  jobs: [sweepPushJob],
  rowJobs: [],
  loops: [sendPushLoop()],
}

/** Loops that send the notices by telephone, and ask the message service whether they have arrived. */
const alertsLane: Lane = {
  name: 'alerts',
  concurrency: 1,
  connections: 2,
  jobs: [sweepAlertsJob],
  rowJobs: [],
  loops: [gatherAlertsLoop, askOutcomesLoop],
}

/** Job and loops that wait for answers of the connected services that report deposits. */
const sourcesLane: Lane = {
  name: 'sources',
  concurrency: 1,
  connections: 4,
  jobs: [reconcileSourcesJob],
  rowJobs: [],
  loops: [syncRegistrationsLoop, askBackLoop, pollSourcesLoop],
}

/** Loop that waits for answers of the connected service that issues receipts. */
const receiptsLane: Lane = {
  name: 'receipts',
  concurrency: 1,
  connections: 2,
  jobs: [],
  rowJobs: [],
  loops: [issueReceiptsLoop],
}

/** Loop that waits for answers of PortOne, which a slow source of deposits must not delay. */
const paymentsLane: Lane = {
  name: 'payments',
  concurrency: 1,
  connections: 2,
  jobs: [],
  rowJobs: [],
  loops: [askPaymentsLoop],
}

/** All lanes, which the worker runs side by side. */
export const lanes: readonly Lane[] = [
  moneyLane,
  upkeepLane,
  messagesLane,
  providersLane,
  webhooksLane,
  pushLane,
  alertsLane,
  sourcesLane,
  receiptsLane,
  paymentsLane,
]
