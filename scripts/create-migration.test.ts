import { expect, test } from 'vitest'
import { migrationFolderName } from './create-migration.ts'

const now = new Date('2026-11-22T14:05:06Z')

test('a migration is named by the time, and after the last one even if that is ahead of the clock', () => {
  expect(migrationFolderName('popups', [], now)).toBe('20261122140506_popups')
  expect(migrationFolderName('popups', ['20261121100000_orders', 'migration_lock.toml'], now)).toBe(
    '20261122140506_popups',
  )
  expect(migrationFolderName('popups', ['20261122210200_orders', '20261121100000_x'], now)).toBe(
    '20261122210201_popups',
  )
})
