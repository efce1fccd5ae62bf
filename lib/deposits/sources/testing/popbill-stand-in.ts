import { createHash, createHmac, randomUUID } from 'node:crypto'
import {
  type DocumentRequestKind,
  findDocumentRequestKind,
  type PopbillDocuments,
  popbillDocuments,
} from './popbill-documents.ts'
import {
  type StandIn,
  type StandInAnswer,
  type StandInRequest,
  type StandInRequestKind,
  startStandInServer,
  type Transfer,
} from './stand-in.ts'

// Behaves as Popbill's SDKs and documentation say (docs/sources.md). A token is requested with the partner's signature,
// and expires. To read the bank account, a client requests a job, waits until the job is done, and reads its rows in
// pages, with times in Seoul and amounts as text. Refusals have HTTP 400 and a negative number of eight digits. For
// receipts see popbill-documents.ts.

/** Values of the connection's form that the stand-in accepts. */
export const popbillValues = {
  environment: 'REAL',
  linkId: 'STANDIN',
  secretKey: Buffer.from('stand-in of the secret key, 32 b').toString('base64'),
  corpNum: '1234567891',
  userId: 'standin-user',
  bankCode: '0004',
  accountNumber: '94220100123456',
  nameField: '1',
}

const TOKEN_LIFE_MS = 30 * 60_000
const JOB_LIFE_MS = 60 * 60_000

/** Number in the id of the next row. No id is used twice, not even by a stand-in started later for the same shop. */
let nextRow = Date.now()

/**
 * A row of the bank account. `remark`: number of the remark field that contains the depositor's name. `out`: amount of
 * a withdrawal; 0 for a deposit.
 */
type Row = Transfer & { at: Date; id: string; remark: 1 | 2 | 3 | 4; out: number }
/** A job that collects the account's rows of the days `from` to `to`. `asked`: how often its state was asked for. */
type Job = { from: string; to: string; at: number; asked: number; error: { code: number; reason: string } | null }

export type PopbillStandIn = StandIn & {
  /** How often the state of a job must be asked for until the job is done. */
  questionsPerJob: number
  /** Error with which the next jobs end; null to let them succeed. */
  jobError: { code: number; reason: string } | null
  /** State of the account: 0 in preparation, 1 in use, 2 stopped. */
  accountState: number
  /** Makes the stand-in forget its tokens, as if they had expired. */
  forgetTokens(): void
  /** Makes the stand-in forget its jobs, as if they had expired. */
  forgetJobs(): void
  /** Adds a row to the account. `remark`: as in `Row`; `out`: amount, if the row is a withdrawal. */
  addRow(row: Transfer & { remark?: 1 | 2 | 3 | 4; out?: number }): void
  /** The receipts that the stand-in has issued. */
  documents: PopbillDocuments
  /** Malformed rows, listed before the rows of each job. */
  malformedRows: unknown[]
}

const json = (body: unknown, status = 200): StandInAnswer => ({ status, body: JSON.stringify(body) })
const refusal = (code: number, message: string, status = 400) => json({ code, message }, status)

/** A time in Seoul as 14 digits. */
const digitsOf = (at: Date): string =>
  new Date(at.getTime() + 9 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14)

const tokenPath = /^\/(POPBILL|POPBILL_TEST)\/Token$/
const accountPath = /^\/EasyFin\/Bank\/BankAccount\/(\d+)\/(\d+)$/
const jobPath = /^\/EasyFin\/Bank\/([^/]+?)(\/State)?$/

function requestKindOf(request: StandInRequest): StandInRequestKind {
  const { method, path } = request
  const document: DocumentRequestKind | null = findDocumentRequestKind(request)
  if (document) return document
  if (tokenPath.test(path)) return 'token'
  if (path === '/EasyFin/Bank/BankAccount') return method === 'POST' ? 'job' : 'check'
  if (path === '/EasyFin/Bank/ListBankAccount' || accountPath.test(path)) return 'check'
  return path.endsWith('/State') ? 'ask' : 'poll'
}

/** True if the request for a token is signed with the secret key, as Linkhub computes it. */
function isSigned({ path, body, header }: StandInRequest): boolean {
  const at = header('x-lh-date') ?? ''
  const digest = createHash('sha256').update(body).digest('base64')
  const target = `POST\n${digest}\n${at}\n${header('x-lh-version')}\n${path}`
  const key = Buffer.from(popbillValues.secretKey, 'base64')
  const signature = createHmac('sha256', key).update(target).digest('base64')
  const isOld = Math.abs(Date.now() - Date.parse(at)) > 10 * 60_000
  return !isOld && header('authorization') === `LINKHUB ${popbillValues.linkId} ${signature}`
}

const rowOf = ({ id, at, amount, out, name, remark }: Row, balance: number) => ({
  tid: id,
  trdate: digitsOf(at).slice(0, 8),
  trserial: 1,
  trdt: digitsOf(at),
  accIn: String(out ? 0 : amount),
  accOut: String(out),
  balance: String(balance),
  remark1: remark === 1 ? name : '타행이체',
  remark2: remark === 2 ? name : '전자금융',
  remark3: remark === 3 ? name : '',
  remark4: remark === 4 ? name : '',
  regDT: digitsOf(new Date()),
  memo: '',
})

/** Starts a stand-in for Popbill's account inquiry and receipts, and for Linkhub, which issues its tokens. */
export async function startPopbillStandIn({ port = 0 } = {}): Promise<PopbillStandIn> {
  const tokens = new Map<string, number>()
  const jobs = new Map<string, Job>()
  const rows: Row[] = []
  let jobsSoFar = 0
  const documents = popbillDocuments(popbillValues.corpNum)

  const issueToken = (request: StandInRequest): StandInAnswer => {
    const { access_id: member, scope } = JSON.parse(request.body)
    if (!isSigned(request)) return refusal(-99_002_009, '인증정보가 올바르지 않습니다.', 401)
    if (member !== popbillValues.corpNum || !scope.some((each: string) => ['110', '140', '180'].includes(each)))
      return refusal(-10_000_014, '사업자번호에 해당하는 회원이 없습니다.')
    const token = randomUUID()
    tokens.set(token, Date.now() + TOKEN_LIFE_MS)
    return json({ session_token: token, serviceID: 'POPBILL', expiration: new Date(Date.now() + TOKEN_LIFE_MS) })
  }

  const startJob = ({ query }: StandInRequest): StandInAnswer => {
    const [from, to] = [query.get('SDate') ?? '', query.get('EDate') ?? '']
    if (query.get('BankCode') !== popbillValues.bankCode || query.get('AccountNumber') !== popbillValues.accountNumber)
      return refusal(-14_000_006, '등록되지 않은 계좌입니다.')
    if (!/^\d{8}$/.test(from) || !/^\d{8}$/.test(to) || from > to || Number(to) - Number(from) > 200)
      return refusal(-14_000_011, '조회기간이 올바르지 않습니다.')
    const id = String(++jobsSoFar).padStart(18, '0')
    jobs.set(id, { from, to, at: Date.now(), asked: 0, error: standIn.jobError })
    return json({ jobID: id })
  }

  const stateOf = (id: string, job: Job): StandInAnswer => {
    job.asked++
    const state = job.asked >= standIn.questionsPerJob ? 3 : Math.min(job.asked, 2)
    const outcome = { errorCode: job.error?.code ?? 1, errorReason: job.error?.reason ?? '성공' }
    return json({
      jobID: id,
      jobState: String(state),
      startDate: job.from,
      endDate: job.to,
      ...(state === 3 && outcome),
    })
  }

  /** Balance after a row of the account. The account had a million won before its first row. */
  const balanceAfter = (last: Row): number => {
    const sortedRows = rows.toSorted((a, b) => a.at.getTime() - b.at.getTime())
    const rowsSoFar = sortedRows.slice(0, sortedRows.indexOf(last) + 1)
    return rowsSoFar.reduce((balance, { amount, out }) => balance + (out ? -out : amount), 1_000_000)
  }

  const pageOf = ({ from, to }: Job, query: URLSearchParams): StandInAnswer => {
    const [perPage, page] = [Number(query.get('PerPage') ?? 500), Number(query.get('Page') ?? 1)]
    if (perPage > 1_000) return json({ code: -14_000_020, message: '페이지당 건수가 올바르지 않습니다.' })
    const isWanted = ({ at, out }: Row) => {
      const day = digitsOf(at).slice(0, 8)
      return day >= from && day <= to && (query.get('TradeType') !== 'I' || out === 0)
    }
    const found = rows.filter(isWanted).toSorted((a, b) => a.at.getTime() - b.at.getTime())
    const list = [...standIn.malformedRows, ...found.map((row) => rowOf(row, balanceAfter(row)))]
    const pageCount = Math.max(1, Math.ceil(list.length / perPage))
    const shown = list.slice((page - 1) * perPage, page * perPage)
    return json({ code: 1, message: '성공', total: list.length, perPage, pageNum: page, pageCount, list: shown })
  }

  const answer = (request: StandInRequest): StandInAnswer => {
    const { path, query, method } = request
    if (tokenPath.test(path)) return issueToken(request)
    const expires = tokens.get((request.header('authorization') ?? '').replace(/^Bearer /, ''))
    if (expires === undefined || expires < Date.now()) return refusal(-10_000_033, '인증토큰 해석에 실패하였습니다.')
    if (findDocumentRequestKind(request)) return documents.answer(request)
    if (path === '/EasyFin/Bank/BankAccount' && method === 'POST') return startJob(request)
    if (path === '/EasyFin/Bank/ListBankAccount')
      return json([{ accountNumber: popbillValues.accountNumber, state: 1 }])
    const [, bank, number] = accountPath.exec(path) ?? []
    if (bank !== undefined)
      return bank === popbillValues.bankCode && number === popbillValues.accountNumber
        ? json({ bankCode: bank, accountNumber: number, state: standIn.accountState, useRestrictYN: false })
        : refusal(-14_000_006, '등록되지 않은 계좌입니다.')
    const [, id = '', asksState] = jobPath.exec(path) ?? []
    const job = jobs.get(id)
    if (!job || Date.now() - job.at > JOB_LIFE_MS) return refusal(-14_000_015, '작업아이디가 올바르지 않습니다.')
    return asksState ? stateOf(id, job) : pageOf(job, query)
  }

  const error = () => refusal(-14_000_099, '일시적인 오류가 발생했습니다.')
  const server = await startStandInServer(
    { requestKindOf, answer, error },
    (requestKind) => standIn.faultOf(requestKind),
    port,
  )
  documents.setUrl(server.url)
  const standIn: PopbillStandIn = {
    ...server,
    documents,
    kind: 'popbill',
    values: popbillValues,
    wrongValues: { ...popbillValues, secretKey: Buffer.from('another secret key').toString('base64') },
    registersAhead: false,
    questionsPerJob: 2,
    jobError: null,
    accountState: 1,
    malformedRows: [],
    faultOf: () => undefined,
    transfer: (transfer) => standIn.addRow(transfer),
    addRow({ name, amount, at = new Date(), remark = 1, out = 0 }) {
      const id = `0${popbillValues.bankCode}${digitsOf(at).slice(0, 8)}${String(nextRow++)}`
      rows.push({ name, amount, at, remark, out, id })
    },
    forgetTokens: () => tokens.clear(),
    forgetJobs: () => jobs.clear(),
    webhooks: [],
    accepts: () => true,
    forge: () => null,
    registered: () => [],
  }
  return standIn
}
