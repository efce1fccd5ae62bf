type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'

/**
 * Sets of privileges on a table. APPEND allows reading and inserting, NO_DELETE everything except DELETE, NO_UPDATE
 * everything except UPDATE.
 */
const READ: Privilege[] = ['SELECT']
const APPEND: Privilege[] = ['SELECT', 'INSERT']
const NO_DELETE: Privilege[] = ['SELECT', 'INSERT', 'UPDATE']
const NO_UPDATE: Privilege[] = ['SELECT', 'INSERT', 'DELETE']
const FULL: Privilege[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']

/**
 * Privileges of web and worker on each table of schema public. TRUNCATE, REFERENCES, TRIGGER and MAINTAIN are never
 * granted. Add a new table here; until then `tablePrivilegesOf` gives it a default.
 */
export const tablePrivileges: Record<string, Privilege[]> = {
  _prisma_migrations: READ,
  // Written only by a trigger on audit_entries, which runs as the owner.
  audit_links: READ,
  // Written by scripts/backup.ts, which connects as another role.
  backup_states: READ,

  // Append-only.
  point_entries: APPEND,
  order_events: APPEND,
  audit_entries: APPEND,
  ledger_leaves: APPEND,
  seals: APPEND,
  issue_days: APPEND,
  retention_runs: APPEND,
  deposit_splits: APPEND,
  deposit_merges: APPEND,
  debt_recoveries: APPEND,
  refund_request_charges: APPEND,
  retired_login_ids: APPEND,
  member_agreements: APPEND,
  price_changes: APPEND,
  transfer_files: APPEND,
  // Append-only. Rows past their retention period are deleted by the function delete_expired, which runs as the owner.
  account_events: APPEND,
  idempotency_keys: APPEND,
  retained_records: APPEND,
  assets: APPEND,

  // Rows are updated, but never deleted by web or worker.
  adjustments: NO_DELETE,
  approvals: NO_DELETE,
  bank_rows: NO_DELETE,
  auto_orders: NO_DELETE,
  balances: NO_DELETE,
  book_checks: NO_DELETE,
  cache_versions: NO_DELETE,
  card_cancellations: NO_DELETE,
  card_payments: NO_DELETE,
  charges: NO_DELETE,
  source_registrations: NO_DELETE,
  source_reports: NO_DELETE,
  receipt_documents: NO_DELETE,
  daily_reports: NO_DELETE,
  day_sums: NO_DELETE,
  debts: NO_DELETE,
  deposits: NO_DELETE,
  guides: NO_DELETE,
  members: NO_DELETE,
  order_requests: NO_DELETE,
  orders: NO_DELETE,
  outbox_messages: NO_DELETE,
  pending_changes: NO_DELETE,
  price_batches: NO_DELETE,
  promotion_grants: NO_DELETE,
  promotions: NO_DELETE,
  provider_attempts: NO_DELETE,
  provider_day_sums: NO_DELETE,
  provider_price_lists: NO_DELETE,
  provider_services: NO_DELETE,
  service_changes: NO_DELETE,
  service_day_sums: NO_DELETE,
  service_days: NO_DELETE,
  service_month_sums: NO_DELETE,
  transfer_items: NO_DELETE,
  receipts: NO_DELETE,
  referral_rewards: NO_DELETE,
  refund_requests: NO_DELETE,
  report_marks: NO_DELETE,
  request_attempts: NO_DELETE,
  service_syncs: NO_DELETE,
  services: NO_DELETE,
  settings: NO_DELETE,
  staff_day_totals: NO_DELETE,
  take_over_items: NO_DELETE,
  take_overs: NO_DELETE,
  tasks: NO_DELETE,
  verification_codes: NO_DELETE,

  // Rows may also be deleted, for example when an api-key is revoked, a session ends or an item is removed from a list.
  alert_notices: FULL,
  answer_templates: FULL,
  api_key_caps: FULL,
  api_keys: FULL,
  bank_file_maps: FULL,
  api_requests: NO_UPDATE,
  categories: FULL,
  change_followers: FULL,
  changed_services: FULL,
  connections: FULL,
  daily_provider_reports: NO_UPDATE,
  daily_service_reports: FULL,
  ended_bulk_orders: NO_UPDATE,
  enrol_codes: FULL,
  favorites: NO_UPDATE,
  former_identities: FULL,
  legal_alerts: NO_UPDATE,
  login_failures: NO_UPDATE,
  login_tickets: FULL,
  member_alerts: FULL,
  member_prices: FULL,
  member_visits: FULL,
  monthly_service_reports: NO_UPDATE,
  notices: FULL,
  open_subscriptions: FULL,
  // Rows are added by triggers, which run as the owner.
  order_sum_changes: ['SELECT', 'DELETE'],
  platforms: FULL,
  popups: FULL,
  price_groups: FULL,
  price_rules: FULL,
  providers: FULL,
  push_messages: FULL,
  push_notices: FULL,
  push_subscriptions: FULL,
  qnas: FULL,
  question_messages: FULL,
  question_pictures: FULL,
  questions: FULL,
  reauth_failures: NO_UPDATE,
  recovery_codes: FULL,
  register_wheres: FULL,
  reset_links: NO_UPDATE,
  sandbox_answers: FULL,
  sandbox_orders: FULL,
  sandboxes: FULL,
  saved_filters: FULL,
  service_outcomes: FULL,
  service_previews: FULL,
  service_routes: NO_UPDATE,
  sessions: FULL,
  sns_links: NO_UPDATE,
  sns_spent_tickets: NO_UPDATE,
  source_polls: FULL,
  staff_totp: FULL,
  terms_versions: FULL,
  webhook_deliveries: FULL,
  webhooks: FULL,
}

/**
 * Columns that web and worker may not change in tables whose rows they may update: owner, amounts, and the dates by
 * which `delete_expired` finds expired rows. All other columns may be changed, including new ones.
 */
export const fixedColumns: Record<string, string[]> = Object.fromEntries(
  Object.entries({
    adjustments: 'id member_id delta reason asked_by idempotency_key',
    // `amount` isn't fixed: the amount of an import's request grows with the lines that are imported.
    approvals: 'id kind subject_type subject_id member_id payload why needs excluded reason asked_by created_at',
    auto_orders: 'id member_id service_id unit_price price amount runs interval_minutes',
    book_checks: 'id asked_by created_at',
    card_cancellations: 'id payment_id key amount cancellable asked_by created_at',
    card_payments: 'id payment_id member_id point created_at',
    charges: 'id member_id point pay_amount method',
    debts: 'charge_id member_id',
    deposits: 'id amount connection',
    order_requests: 'id order_id member_id kind source created_at',
    orders: 'id member_id service_id service_type unit_price price amount source auto_order_id run_no bulk_order_id',
    outbox_messages: 'id created_at',
    pending_changes: 'id kind subject before after shown needs_consent asked_by address created_at effective_at',
    price_batches: 'id actor_id changed created_at',
    promotion_grants: 'id promotion_id member_id kind once point created_at',
    promotions:
      'id kind name code percent point max_point min_charge once starts_at ends_at budget max_grants created_by created_at',
    question_messages: 'id question_id author author_id',
    question_pictures: 'id uploader_id name content_type width height size bytes',
    questions: 'id member_id order_id charge_id',
    receipt_documents: 'id receipt_id kind connection key amount',
    receipts: 'id charge_id member_id fee_type is_mandatory',
    referral_rewards: 'charge_id member_id referrer_id reward',
    refund_requests: 'id member_id point',
    request_attempts: 'id request_id provider_id started_at',
    source_registrations: 'id connection charge_id order_number created_at',
    source_reports: 'id connection remote_id content created_at',
    tasks: 'id kind ref_type ref_id created_at',
    transfer_items: 'file_id refund_id',
    verification_codes: 'id channel target code_hash created_at expires_at',
  }).map(([table, columns]) => [table, columns.split(' ')]),
)

/**
 * Privileges on a table that isn't listed: append-only for ledgers and histories, recognised by their names; full
 * access for others.
 */
const defaultPrivileges = (table: string): Privilege[] => (/_(entries|events|links)$/.test(table) ? APPEND : FULL)

/** Privileges of web and worker on a table. */
export const tablePrivilegesOf = (table: string): Privilege[] => tablePrivileges[table] ?? defaultPrivileges(table)

/** Functions that run as the owner and that web and worker may call; migrations revoke them from PUBLIC. */
export const ownerFunctions: string[] = ['delete_expired(text, integer)']

/** Time-outs of the runtime role's sessions, for connections that set none themselves. */
export const runtimeSessionSettings = {
  statement_timeout: '30s',
  lock_timeout: '15s',
  idle_in_transaction_session_timeout: '30s',
}
