'use client'

import { ListFailed } from '#components/chrome/list-failed.tsx'

export default ListFailed
