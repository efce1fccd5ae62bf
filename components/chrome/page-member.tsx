'use client'

import { useEffect } from 'react'
import { setPageMember } from './call-api.ts'

/**
 * Names the member for whom the page was rendered. Another member may log in in another tab; calls of this page are
 * then refused instead of acting for him.
 */
export function PageMember({ id }: { readonly id: number }) {
  useEffect(() => setPageMember(id), [id])
  return null
}
