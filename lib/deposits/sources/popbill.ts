import { z } from 'zod'
import type { DecryptedConnection } from '#lib/connections/read-connection.ts'
import { log } from '#lib/core/log.ts'
import type { NewBankRow } from '../statements/store-rows.ts'
import {
  dayBefore,
  isCorrection,
  laterDay,
  parseBankAmount,
  parseBankBalance,
  parseBankMovement,
  parseBankTime,
  parseDepositorName,
  seoulDayDigits,
  storedRowText,
} from './bank-rows.ts'
import { refusalText } from './call-outside-service.ts'
import { openPopbill, type PopbillRequest, popbillRefused, popbillUnreadable } from './popbill-client.ts'
import { type DepositSource, type PolledDeposits, type SourceDeposit, SourceError } from './source.ts'

// Popbill fetches the rows of the account from the bank in a job: one poll requests a job, the next polls ask for its
// state and then read its rows. docs/sources.md describes the protocol and says where each part of it is documented.

type Popbill = DecryptedConnection<'popbill'>

/**
 * Number of days before today that the first poll reads besides today: a deposit may still credit an expired charge.
 */
const FIRST_DAYS = 3
/** Maximum number of days before today whose rows one job fetches besides today's. Popbill allows a month. */
const MAX_DAYS = 28
/** Seconds until the next request for the state of a running job. */
const JOB_SECONDS = 3
/** Milliseconds after which a job whose rows haven't been read is given up. Popbill keeps the rows for an hour. */
const JOB_LIFE_MS = 20 * 60_000
const ROWS_PER_PAGE = 500
/** Maximum number of pages of rows that one poll reads; the next poll continues. */
const PAGES_PER_POLL = 5

/**
 * Cursor of the polls. `job`: the job that is running or whose rows are being read. It was requested at `at` for the
 * days up to `to`; `page` is the next page of rows to read. `through`: last day of the last job whose rows were all
 * read.
 */
const cursorSchema = z.object({
  job: z.object({ id: z.string(), at: z.number(), to: z.string(), page: z.number() }).nullable(),
  through: z.string().nullable(),
})
type Cursor = z.output<typeof cursorSchema>
type Job = NonNullable<Cursor['job']>

const jobSchema = z.object({ jobID: z.string().regex(/^[0-9A-Za-z]{1,40}$/) })
/** State of a job; `jobState` 3 means that it is done, `errorCode` 1 that it succeeded. */
const stateSchema = z.object({
  jobState: z.coerce.number().int(),
  errorCode: z.coerce.number().int().nullish(),
  errorReason: z.string().nullish(),
})
const cell = z.union([z.string(), z.number()]).nullish()
/**
 * A row of the account. `tid`: its id. `trdt`: its time. `accIn` and `accOut`: the amounts that came in and went out.
 */
const rowSchema = z.object({
  tid: z.string().trim().min(1).max(100),
  trdt: z.string(),
  accIn: cell,
  accOut: cell,
  balance: cell,
  remark1: cell,
  remark2: cell,
  remark3: cell,
  remark4: cell,
})
const pageSchema = z.object({
  code: z.coerce.number().int(),
  message: z.string().nullish(),
  pageCount: z.coerce.number().int().min(0),
  list: z.array(z.unknown()),
})
/** An account; `state` 0: Popbill is still preparing it, 1: in use. */
const accountSchema = z.object({
  state: z.coerce.number().int(),
  useRestrictYN: z.boolean().nullish(),
})

/**
 * The bank and number of the account whose rows are read; null if the shop uses Popbill only for receipts.
 * @throws SourceError KEY only the bank or only the number was entered
 */
function accountOf(connection: Popbill): { bank: string; number: string } | null {
  const [bank, number] = [connection.value('bankCode'), connection.value('accountNumber')]
  if (bank === '' && number === '') return null
  if (bank === '' || number === '')
    throw new SourceError('KEY', '은행 코드와 계좌번호를 함께 입력해 주세요. 하나만 있으면 입금을 조회할 수 없어요.')
  return { bank, number }
}

/**
 * Turns a REFUSED error of a request about the account into a KEY error: staff must act, or no deposit will be
 * reported.
 */
const asAccountFault = (error: unknown): unknown =>
  error instanceof SourceError && error.fault === 'REFUSED' ? new SourceError('KEY', error.sentence) : error

/** Waits for a request about the account, and converts its error with `asAccountFault`. */
async function withAccountFault<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    throw asAccountFault(error)
  }
}

function parseAnswer<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw popbillUnreadable()
  return parsed.data
}

/** Fields of a row with texts; one of them is the depositor's name. */
const remarks = ['remark1', 'remark2', 'remark3', 'remark4'] as const

/** Field of a row that contains the depositor's name, as chosen in the connection's form. */
const nameFieldOf = (connection: Popbill) => remarks[Number(connection.value('nameField')) - 1] ?? 'remark1'

/**
 * The deposit of a row; null if the row isn't a credit, 'UNREADABLE' if it can't be read. Takes the name only from the
 * chosen remark: the texts in the other remarks are the same for many payers.
 */
function creditOf(connection: Popbill, row: unknown): SourceDeposit | null | 'UNREADABLE' {
  const parsed = rowSchema.safeParse(row)
  if (!parsed.success) return 'UNREADABLE'
  const { tid, trdt, accIn, ...names } = parsed.data
  const sum = String(accIn ?? '').trim()
  if (/^-?0*(\.0+)?$/.test(sum) || isCorrection(sum)) return null
  const [amount, moment] = [parseBankAmount(sum), parseBankTime(trdt)]
  if (amount === null || !moment) return 'UNREADABLE'
  return {
    id: tid,
    name: parseDepositorName(String(names[nameFieldOf(connection)] ?? '')),
    amount,
    ...moment,
    isProved: true,
  }
}

/**
 * Converts a row to the form in which it is stored to compare a day at the bank with the shop's records. Null if it
 * can't be read or has no amount.
 */
function bankRowOf(connection: Popbill, row: unknown): NewBankRow | null {
  const { data } = rowSchema.safeParse(row)
  const moment = data ? parseBankTime(data.trdt) : null
  if (!data || !moment) return null
  const { paidIn, paidOut } = parseBankMovement(String(data.accIn ?? ''), String(data.accOut ?? ''))
  if (paidIn + paidOut === 0) return null
  const nameField = nameFieldOf(connection)
  const memo = remarks.filter((each) => each !== nameField).map((each) => String(data[each] ?? ''))
  const texts = {
    name: storedRowText(String(data[nameField] ?? '')),
    memo: storedRowText(memo.filter(Boolean).join(' ')),
  }
  return { key: data.tid, ...moment, ...texts, paidIn, paidOut, balance: parseBankBalance(String(data.balance ?? '')) }
}

function creditsOf(connection: Popbill, rows: readonly unknown[]): SourceDeposit[] {
  const credits = rows.map((row) => creditOf(connection, row))
  const unreadable = credits.filter((row) => row === 'UNREADABLE').length
  if (unreadable > 0) log.error('rows of a service cannot be read', { kind: 'popbill', rows: unreadable })
  return credits.filter((row) => row !== null && row !== 'UNREADABLE')
}

/**
 * Requests a job for the days from the day before `through` to today, because rows may have been added to days that
 * were already read. `through` is the cursor's; if it is null, the job is for today and the FIRST_DAYS days before.
 */
async function requestJob(send: PopbillRequest, connection: Popbill, through: string | null): Promise<PolledDeposits> {
  const account = accountOf(connection)
  const to = seoulDayDigits(Date.now())
  const from = laterDay(
    through === null ? seoulDayDigits(Date.now(), -FIRST_DAYS) : dayBefore(through),
    seoulDayDigits(Date.now(), -MAX_DAYS),
  )
  const query = new URLSearchParams({
    BankCode: account?.bank ?? '',
    AccountNumber: account?.number ?? '',
    SDate: from,
    EDate: to,
  })
  const answer = await withAccountFault(send('POST', `/EasyFin/Bank/BankAccount?${query}`))
  const job: Job = { id: parseAnswer(jobSchema, answer).jobID, at: Date.now(), to, page: 1 }
  return { deposits: [], cursor: { job, through }, pauseSeconds: JOB_SECONDS, unsettled: 'UNFINISHED' }
}

const jobTookTooLong = () =>
  new SourceError('UNREACHABLE', '팝빌이 은행에서 거래내역을 가져오지 못하고 있어요. 저절로 다시 시도해요.')

/** Result of a poll whose job failed, took too long or is unknown to Popbill. The next poll requests a new job. */
const endJob = (through: string | null, error: SourceError): PolledDeposits => ({
  deposits: [],
  cursor: { job: null, through },
  unsettled: error,
})

/** Reads the next pages of a job's rows, at most PAGES_PER_POLL pages. */
async function readRows(send: PopbillRequest, connection: Popbill, job: Job, through: string | null) {
  const deposits: SourceDeposit[] = []
  const rows: NewBankRow[] = []
  const statement = { account: `popbill ${connection.value('accountNumber').slice(-4)}`, rows }
  for (let pagesRead = 0; pagesRead < PAGES_PER_POLL; pagesRead++) {
    const page = job.page + pagesRead
    const query = new URLSearchParams({
      TradeType: 'I,O',
      Page: String(page),
      PerPage: String(ROWS_PER_PAGE),
      Order: 'A',
    })
    const { code, message, pageCount, list } = parseAnswer(
      pageSchema,
      await send('GET', `/EasyFin/Bank/${job.id}?${query}`),
    )
    if (code !== 1) throw popbillRefused('REFUSED', code, refusalText(message ?? '', [connection.value('secretKey')]))
    deposits.push(...creditsOf(connection, list))
    rows.push(...list.map((row) => bankRowOf(connection, row)).filter((row) => row !== null))
    if (page >= pageCount) return { deposits, statement, cursor: { job: null, through: job.to } }
  }
  return { deposits, statement, cursor: { job: { ...job, page: job.page + PAGES_PER_POLL }, through }, pauseSeconds: 1 }
}

/** Asks for the state of the job, and reads its rows if it is done. */
async function askJob(
  send: PopbillRequest,
  connection: Popbill,
  { job, through }: { job: Job; through: string | null },
): Promise<PolledDeposits> {
  try {
    const state = parseAnswer(stateSchema, await send('GET', `/EasyFin/Bank/${job.id}/State`))
    if (state.jobState !== 3)
      return { deposits: [], cursor: { job, through }, pauseSeconds: JOB_SECONDS, unsettled: 'UNFINISHED' }
    if (state.errorCode === 1) return await readRows(send, connection, job, through)
    const reason = refusalText(state.errorReason ?? '은행에서 거래내역을 가져오지 못했어요', [
      connection.value('secretKey'),
    ])
    return endJob(through, popbillRefused('KEY', state.errorCode ?? 0, reason))
  } catch (error) {
    if (!(error instanceof SourceError) || error.fault !== 'REFUSED') throw error
    return endJob(through, asAccountFault(error) as SourceError)
  }
}

/**
 * Popbill's account inquiry (EasyFinBank). It reports every credit of the account, minutes after the bank has booked
 * it.
 */
export const popbill: DepositSource<'popbill'> = {
  kind: 'popbill',

  async check(connection) {
    const account = accountOf(connection)
    const send = await openPopbill(connection)
    if (!account) return void (await withAccountFault(send('GET', '/EasyFin/Bank/ListBankAccount')))
    const path = `/EasyFin/Bank/BankAccount/${encodeURIComponent(account.bank)}/${encodeURIComponent(account.number)}`
    const { state, useRestrictYN } = parseAnswer(accountSchema, await withAccountFault(send('GET', path)))
    if (state === 0)
      throw new SourceError('KEY', '팝빌이 계좌를 아직 준비하고 있어요. 준비가 끝나면 다시 확인해 주세요.')
    if (state !== 1 || useRestrictYN)
      throw new SourceError('KEY', '팝빌의 계좌조회가 정지되어 있어요. 팝빌에서 정액제와 계좌를 확인해 주세요.')
  },

  async poll(connection, stored) {
    if (!accountOf(connection)) return { deposits: [], cursor: null, pauseSeconds: 600, unsettled: 'UNFINISHED' }
    const { job, through } = cursorSchema.safeParse(stored).data ?? { job: null, through: null }
    if (job && Date.now() - job.at > JOB_LIFE_MS) return endJob(through, jobTookTooLong())
    const send = await openPopbill(connection)
    return job ? askJob(send, connection, { job, through }) : requestJob(send, connection, through)
  },
}
