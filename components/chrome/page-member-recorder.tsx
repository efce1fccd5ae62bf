'use client'

import { useEffect } from 'react'
import { clearPageMember, setPageMember } from './call-api.ts'

/**
 * Records the member for whom the page was rendered. If another member then logs in in another tab, the server refuses
 * the calls of this page instead of executing them for the other member, and a refresh of this page loads it anew.
 */
export function PageMemberRecorder({ id }: { readonly id: number }) {
  useEffect(() => setPageMember(id), [id])
  useEffect(() => clearPageMember, [])
  return null
}
