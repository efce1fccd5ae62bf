'use client'

import { LookupForm, LookupResult } from './lookup-form.tsx'

const foundIdResult = ({ userId }: { readonly userId: string }) => (
  <LookupResult>{`회원님의 아이디는 ${userId} 입니다`}</LookupResult>
)

/** Form that takes an e-mail address and shows the login id of its account (docs/product.md#find-id). */
export const FindIdForm = () => <LookupForm path="/service/find-id" action="아이디 찾기" renderResult={foundIdResult} />
