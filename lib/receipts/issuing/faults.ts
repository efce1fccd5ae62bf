import { SourceError } from '#lib/deposits/sources/source.ts'

/** Error: the issuer returned a link to a site other than its own. */
export const linkToForeignSite = (): SourceError =>
  new SourceError('UNREADABLE', '서비스가 알 수 없는 주소를 알려 줘서 열지 않았어요. 서비스 화면에서 확인해 주세요.')

/** Error: the tax office doesn't have the original of a correction yet. */
export const originalNotAtTaxOfficeYet = (): SourceError =>
  new SourceError('BUSY', '원래 영수증이 국세청에 전송되기를 기다려요. 전송되면 저절로 취소 발행해요.')

/**
 * Error text for staff: after 14 days (TAX_OFFICE_CHECK_DAYS), the tax office still doesn't have the original of a
 * correction.
 */
export const originalNeverAtTaxOfficeText =
  '원래 영수증이 2주 넘게 국세청에 전송되지 않아 취소 발행하지 못했어요. 서비스 화면에서 전송 상태를 확인한 뒤 다시 시도해 주세요.'

/** Error: the issuer has a document with this key, but its amount isn't the one that the shop sent. */
export const documentWithOtherAmount = (): SourceError =>
  new SourceError('REFUSED', '서비스에 같은 문서번호로 금액이 다른 영수증이 있어요. 서비스 화면에서 확인해 주세요.')

/** Task text: the service hasn't said within 14 days (TAX_OFFICE_CHECK_DAYS) whether the tax office has a document. */
export const taxOfficeSilentText =
  '발행한 지 2주가 지났지만 국세청에 전송됐는지 확인하지 못했어요. 서비스 화면에서 전송 상태를 확인해 주세요.'

/** Added to the reason why the tax office rejected a receipt, if no issuer would issue the receipt again. */
export const staffIssueItText = '저절로 다시 발행되지 않으니 직접 발행해 주세요.'

/** Error: the setting for the shop's name or for its representative is empty. A tax invoice must state both. */
export const sellerMissing = (): SourceError =>
  new SourceError('REFUSED', '세금계산서에 적을 회사 이름과 대표자를 설정에 입력해 주세요.')
