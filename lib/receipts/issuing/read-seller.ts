import type { Database } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'
import type { Seller } from './issuer.ts'

/** Reads the shop's name, representative and address from its settings. A value that isn't set is empty. */
export async function readSeller(db: Database): Promise<Seller> {
  const { FOOTER_COMPANY: company, FOOTER_CEO: leader, FOOTER_ADDRESS: address } = await settings(db)
  return { company, leader, address }
}

/** True if a tax invoice can state this seller: it has a name and a representative. */
export const isCompleteSeller = ({ company, leader }: Seller): boolean => company !== '' && leader !== ''
