import { askDeliveryResultsLoop, gatherAlertsLoop, sweepAlertsJob } from './alerts-jobs.ts'
import { cancelSubscriptionsJob } from './cancel-subscriptions-job.ts'
import { askPaymentsLoop } from './card-payments-loop.ts'
import { pollOrdersLoop, sendOrdersLoop, watchProvidersLoop } from './deliver-orders-loops.ts'
import { deliverWebhooksLoop, sweepWebhookDeliveriesJob } from './deliver-webhooks-job.ts'
import { giveUpRequestsLoop, pollRefillsLoop, sendRequestsLoop } from './handle-requests-loops.ts'
import { issueReceiptsLoop } from './issue-receipts-loop.ts'
import type { Lane } from './lane.ts'
import { moneyLane } from './money-lane.ts'
import { reconcileSourcesJob } from './reconcile-sources-job.ts'
import { sendMessageJob, sweepOutboxJob } from './send-messages-job.ts'
import { sendPushLoop, sweepPushJob } from './send-push-job.ts'
import { askAboutReportsLoop, pollSourcesLoop, syncRegistrationsLoop } from './sources-loops.ts'
import { syncServicesJob } from './sync-services-job.ts'
import { upkeepLane } from './upkeep-lane.ts'

/** Jobs for e-mails and messages to telephones, which wait for mail servers and Solapi. */
const messagesLane: Lane = {
  name: 'messages',
  concurrency: 4,
  connections: 4,
  jobs: [sweepOutboxJob],
  rowJobs: [sendMessageJob],
  loops: [],
}

/** Jobs and loops that wait for responses of providers. */
const providersLane: Lane = {
  name: 'providers',
  concurrency: 1,
  connections: 8,
  jobs: [syncServicesJob, cancelSubscriptionsJob],
  rowJobs: [],
  loops: [sendOrdersLoop, pollOrdersLoop, watchProvidersLoop, sendRequestsLoop, pollRefillsLoop, giveUpRequestsLoop],
}

/** Job and loop for webhooks, which wait for the servers of members. */
const webhooksLane: Lane = {
  name: 'webhooks',
  concurrency: 1,
  connections: 4,
  jobs: [sweepWebhookDeliveriesJob],
  rowJobs: [],
  loops: [deliverWebhooksLoop()],
}

/** Job and loop for web push, which wait for the push services of browsers. */
const pushLane: Lane = {
  name: 'push',
  concurrency: 1,
  connections: 2,
  jobs: [sweepPushJob],
  rowJobs: [],
  loops: [sendPushLoop()],
}

/** Job and loops for notices by telephone: they queue the messages and ask Solapi whether the messages have arrived. */
const alertsLane: Lane = {
  name: 'alerts',
  concurrency: 1,
  connections: 2,
  jobs: [sweepAlertsJob],
  rowJobs: [],
  loops: [gatherAlertsLoop, askDeliveryResultsLoop],
}

/** Job and loops that wait for deposit sources, the outside services that report deposits. */
const sourcesLane: Lane = {
  name: 'sources',
  concurrency: 1,
  connections: 4,
  jobs: [reconcileSourcesJob],
  rowJobs: [],
  loops: [syncRegistrationsLoop, askAboutReportsLoop, pollSourcesLoop],
}

/** Loop that waits for issuers, the outside services that issue receipts. */
const receiptsLane: Lane = {
  name: 'receipts',
  concurrency: 1,
  connections: 2,
  jobs: [],
  rowJobs: [],
  loops: [issueReceiptsLoop],
}

/** Loop that waits for PortOne. It has a lane of its own, so that slow deposit sources don't delay it. */
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
