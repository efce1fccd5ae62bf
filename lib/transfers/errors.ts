import { AppError, badField } from '#lib/core/errors.ts'

export const unknownTransferFile = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 이체 파일이에요.')

export const bankUnknown = (): AppError =>
  new AppError('CONFLICT', '어느 은행인지 알 수 없어 이체 파일에 넣을 수 없어요. 직접 지급해 주세요.')

export const holderNameUnusable = (): AppError =>
  new AppError('CONFLICT', '예금주에 은행 파일에 쓸 수 없는 글자가 있어요. 직접 지급해 주세요.')

export const refundAlreadyInFile = (fileId: number): AppError =>
  new AppError('CONFLICT', `이미 이체 파일 ${fileId}번에 들어 있어요.`)

export const refundAlreadySettled = (): AppError => new AppError('CONFLICT', '이미 처리된 환불 신청이에요.')

export const failureRecordedByYou = (): AppError =>
  new AppError(
    'FORBIDDEN',
    '이체 실패를 표시한 사람은 다시 이체할 수 없어요. 다른 운영자가 은행을 확인하고 이체해 주세요.',
  )

export const roleTooNew = (): AppError =>
  new AppError(
    'FORBIDDEN',
    '권한을 받은 지 24시간이 지나지 않아 실패한 이체를 다시 보낼 수 없어요. 다른 운영자가 은행을 확인하고 이체해 주세요.',
  )

export const resultTableUnreadable = (): AppError =>
  badField('table', '계좌번호, 금액, 처리 결과가 있는 표를 넣어 주세요.')

export const tooManyResultLines = (max: number): AppError =>
  badField('table', `한 번에 ${max.toLocaleString('ko-KR')}줄까지 읽을 수 있어요.`)

export const notTransferring = (): AppError => new AppError('CONFLICT', '이체 중인 환불이 아니에요.')

export const fileAccountsErased = (): AppError =>
  new AppError('CONFLICT', '보관 기간이 지나 계좌가 지워진 파일이라 내려받을 수 없어요.')

export const fileMemberLeft = (): AppError =>
  new AppError(
    'CONFLICT',
    '이체받은 회원이 탈퇴해 계좌가 지워진 파일이라 내려받을 수 없어요. 남은 환불은 은행에서 결과를 확인하고 하나씩 표시해 주세요.',
  )

export const unreadableAccount = (refundId: number): AppError =>
  new AppError('CONFLICT', `환불 ${refundId}번의 계좌번호를 읽을 수 없어요. AUTH_SECRET이 바뀌었는지 확인해 주세요.`)
