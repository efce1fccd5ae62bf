import { AppError } from '#lib/core/errors.ts'

export const ownAccountRefused = (): AppError =>
  new AppError('OWN_ACCOUNT', '본인 계정의 포인트나 제한은 직접 처리할 수 없어요. 다른 운영자에게 맡겨 주세요.')

/** Error for a match that would credit an imported deposit to the staff member who imported or confirmed it. */
export const ownImportRefused = (): AppError =>
  new AppError('OWN_ACCOUNT', '가져온 입금은 그 입금을 가져오거나 확인한 운영자의 충전에 쓸 수 없어요.')

export const unknownApproval = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 확인 요청이에요.')

export const approvalAlreadyDecided = (): AppError => new AppError('CONFLICT', '이미 처리된 확인 요청이에요.')

export const approvalAmountGrown = (): AppError =>
  new AppError('CONFLICT', '그 사이에 확인할 금액이 늘었어요. 새 금액을 살펴보고 다시 확인해 주세요.')

export const approvalAlreadyWaiting = (): AppError =>
  new AppError('CONFLICT', '이미 다른 운영자의 확인을 기다리고 있어요.')

/** Error for a staff member who tries to confirm his own request. */
export const ownRequestRefused = (): AppError =>
  new AppError('FORBIDDEN', '요청한 사람이 아닌 다른 운영자가 확인해야 해요.')

export const notSecondPerson = (): AppError =>
  new AppError(
    'FORBIDDEN',
    '이 요청을 확인할 수 없어요. 권한을 받은 지 24시간이 지나지 않았거나 이 요청에 먼저 관여했어요.',
  )

export const requesterLostRole = (): AppError =>
  new AppError('CONFLICT', '요청한 운영자에게 지금은 권한이 없어요. 거절하고 필요하면 직접 처리해 주세요.')

export const loneConfirmationReasonMissing = (): AppError =>
  new AppError('BAD_INPUT', '혼자 확인할 때는 사유를 입력해 주세요.', {
    issues: [{ path: 'reason', message: '사유를 입력해 주세요.' }],
  })

/** Error for the confirmation of a request that would change an account of its requester. */
export const requesterOwnsAccount = (): AppError =>
  new AppError('OWN_ACCOUNT', '요청한 운영자 본인의 계정이에요. 거절해 주세요.')
