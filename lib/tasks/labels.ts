/** Kinds of tasks, most urgent first; lib/tasks/resolution/labels.ts explains each to staff. */
export const taskKinds = [
  'BOOKS',
  'LEGAL_OVER',
  'DELIVERY_UNKNOWN',
  'DELIVERY_TWICE',
  'DELIVERY_LATE',
  'DELIVERY_BY_HAND',
  'DELIVERY_REFUSED',
  'DELIVERY_DEAR',
  'DELIVERY_UNCLEAR',
  'REQUEST_UNKNOWN',
  'REQUEST',
  'SUBSCRIPTION_OPEN',
  'ORDER_STUCK',
  'AUTO_HELD',
  'APPROVAL',
  'ADJUSTMENT',
  'PENDING_CHANGE',
  'CHARGE_REVERSAL',
  'REWARD_REVERSAL',
  'REFERRAL_REWARD',
  'CARD_PAYMENT',
  'CARD_CANCEL',
  'DEPOSIT_DIFFERS',
  'DEPOSIT_MISSED',
  'DEPOSIT_UNCONFIRMED',
  'DEPOSIT',
  'CHARGE_NAMES',
  'LEGAL_NEAR',
  'CONNECTION_DOWN',
  'RECEIPT',
  'PROVIDER_DOWN',
  'PROVIDER_FUNDS',
  'PROVIDER_BALANCE',
  'SERVICE_LIST',
  'SERVICE_CHEAP',
  'SERVICE_GONE',
  'SERVICE_SLOW',
  'PROVIDER_FALLING',
  'AUTO_BELOW_COST',
  'BELOW_COST',
  'OUTBOX',
  'DORMANT',
] as const

export type TaskKind = (typeof taskKinds)[number]

/**
 * Kinds of records that a task can be about; `refId` of a task is the id of the record. lib/tasks/resolution/labels.ts
 * names the kinds for staff.
 */
export const taskRefTypes = [
  'order',
  'request',
  'charge',
  'deposit',
  'receipt',
  'card-payment',
  'provider',
  'service',
  'member',
  'adjustment',
  'pending-change',
  'approval',
  'channel',
  'connection',
  'books',
  'legal-limit',
] as const

export type TaskRefType = (typeof taskRefTypes)[number]
