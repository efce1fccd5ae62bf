import { randomBytes } from 'node:crypto'

/**
 * What a stand-in for Naver or Kakao does with a request: responds, never responds ('silence'), or closes the
 * connection in the middle of its response ('hang up').
 */
export type Answer = { status: number; type: string; body: string; location?: string } | 'silence' | 'hang up'

/** A request received by a stand-in; `fields` combines its query and its form body. */
export type ReceivedRequest = { method: string; fields: URLSearchParams; authorization: string }

export const jsonAnswer = (status: number, value: unknown): Answer => ({
  status,
  type: 'application/json;charset=UTF-8',
  body: JSON.stringify(value),
})

export const htmlAnswer = (status: number, body: string): Answer => ({
  status,
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="ko"><head><meta charset="utf-8"><title>로그인</title></head><body>${body}</body></html>`,
})

export const redirectAnswer = (redirectUri: string, parameters: Record<string, string>): Answer => {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { status: 302, type: 'text/plain', body: '', location: url.href }
}

/**
 * The stand-in's login page, on which a person enters an account and agrees or cancels. Its form is posted to the
 * page's own URL.
 */
export const loginPage = (title: string): Answer =>
  htmlAnswer(
    200,
    `<h1>${title}</h1><form method="post"><label>계정 <input name="account"></label>
     <button name="agree" value="yes">동의하고 계속하기</button><button name="agree" value="no">취소</button></form>`,
  )

export const randomToken = (): string => randomBytes(32).toString('base64url')

/** The account (`subject`) and the application for which a code or token was issued. */
export type TokenHolder = { subject: string; redirectUri: string; appId: number }

/** The shop's application as it is registered at a stand-in. `appId` is used only by Kakao. */
export type RegisteredApp = { clientId: string; secret: string; redirectUri: string; appId: number }

/**
 * Stand-in for one provider: the application registered there, and the codes and tokens issued. A used code is removed.
 */
export class LoginStandIn {
  readonly app: RegisteredApp
  readonly codes = new Map<string, TokenHolder>()
  readonly tokens = new Map<string, TokenHolder>()

  constructor(app: RegisteredApp) {
    this.app = app
  }

  /** Issues a code, as the login window would return it. */
  codeFor(subject: string, redirectUri = this.app.redirectUri): string {
    return this.give(this.codes, { subject, redirectUri, appId: this.app.appId })
  }

  /** Issues a token for the registered application, or for another application (`appId`). */
  tokenFor(subject: string, appId = this.app.appId): string {
    return this.give(this.tokens, { subject, redirectUri: '', appId })
  }

  /** Returns the account that the token in an Authorization header was issued for; undefined for an unknown token. */
  holder({ authorization }: ReceivedRequest): TokenHolder | undefined {
    return this.tokens.get(authorization.replace(/^Bearer /, ''))
  }

  /**
   * Returns the account that a code was issued for, and makes the code unusable. Returns undefined for an unknown code.
   */
  take(code: string): TokenHolder | undefined {
    const grant = this.codes.get(code)
    this.codes.delete(code)
    return grant
  }

  private give(all: Map<string, TokenHolder>, grant: TokenHolder): string {
    const secret = randomToken()
    all.set(secret, grant)
    return secret
  }
}
