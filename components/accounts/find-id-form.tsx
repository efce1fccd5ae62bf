'use client'

import { EmailLookupForm, EmailLookupResult } from './email-lookup-form.tsx'

const foundIdResult = ({ userId }: { readonly userId: string }) => (
  <EmailLookupResult>{`회원님의 아이디는 ${userId} 입니다`}</EmailLookupResult>
)

/** Form that takes an e-mail address and shows the login id of its account (docs/product.md#find-id). */
export const FindIdForm = () => (
  <EmailLookupForm path="/service/find-id" action="아이디 찾기" renderResult={foundIdResult} />
)
