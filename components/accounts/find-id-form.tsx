'use client'

import { LookupForm, LookupResult } from './lookup-form.tsx'

const shown = ({ userId }: { readonly userId: string }) => (
  <LookupResult>{`회원님의 아이디는 ${userId} 입니다`}</LookupResult>
)

/** An e-mail address, then the id that goes with it (docs/product.md#find-id). */
export const FindIdForm = () => <LookupForm path="/service/find-id" action="아이디 찾기" found={shown} />
