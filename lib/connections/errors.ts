import { AppError, badField } from '#lib/core/errors.ts'
import { type ConnectionKind, connectionDeclarations, notYetText } from './labels.ts'

export const notConnected = (kind: ConnectionKind): AppError =>
  new AppError('CONFLICT', `${connectionDeclarations[kind].label} 연결이 없어요. 값을 먼저 등록해 주세요.`)

export const connectionNotAvailableYet = (kind: ConnectionKind): AppError =>
  new AppError(
    'CONFLICT',
    `${connectionDeclarations[kind].label} 연결은 아직 준비 중이에요. ${notYetText(kind) ?? ''}`.trim(),
  )

export const connectionSecretsUnreadable = (): AppError =>
  new AppError('CONFLICT', '저장된 키를 읽을 수 없어요. 키를 다시 등록해 주세요.')

export const otherBaseUrlRefused = (): AppError => badField('baseUrl', '이 상점에서는 서비스의 주소를 바꿀 수 없어요.')

export const badBaseUrl = (): AppError => badField('baseUrl', 'https:// 또는 http://로 시작하는 주소를 입력해 주세요.')

/** Error for a connection check that failed. `reason` is the Korean sentence that says what to do. */
export const connectionCheckFailed = (reason: string): AppError => new AppError('CONFLICT', reason)
