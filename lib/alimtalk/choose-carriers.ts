import { readConnection } from '#lib/connections/read-connection.ts'
import { recordUnreadableSecrets } from '#lib/connections/record-outcome.ts'
import type { Db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { log } from '#lib/core/log.ts'
import { configuredCarriers } from '#lib/messages/choose-carriers.ts'
import type { Carriers } from '#lib/messages/rules.ts'
import { makeSolapiCarrier } from './solapi-carrier.ts'

/**
 * Returns the carriers that send the messages of the outbox. They are the carriers configured in the environment
 * (`configured`), but messages to telephones go through the shop's connection to Solapi if there is one. Ignores a
 * connection whose keys can't be decrypted.
 */
export async function chooseCarriers(db: Db, configured: Carriers = configuredCarriers()): Promise<Carriers> {
  try {
    const connection = await readConnection(db, 'solapi')
    return { ...configured, ...(connection && { SMS: makeSolapiCarrier(db, connection) }) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await recordUnreadableSecrets(db, 'solapi')
    log.error('the keys of Solapi could not be opened: was AUTH_SECRET changed?')
    return configured
  }
}

/** True if the shop has a connection to Solapi, which AlimTalk needs. */
export async function isSolapiConnected(db: Db): Promise<boolean> {
  return (await db.rows("SELECT FROM connections WHERE kind = 'solapi'")).length > 0
}
