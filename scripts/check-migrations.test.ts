import { expect, test } from 'vitest'
import { findSchemaDifferences, type SchemaCatalog } from './check-migrations.ts'

const models: SchemaCatalog = {
  columns: ['notices.id integer NOT NULL', 'notices.content text NOT NULL'],
  rules: ['CREATE UNIQUE INDEX ON public.notices USING btree (id)'],
}

test('models and migrations that say the same are no fault, indexes that only the migrations make neither', () => {
  const partial = 'CREATE INDEX ON public.notices USING btree (id) WHERE is_top'
  expect(findSchemaDifferences({ ...models, rules: [...models.rules, partial] }, models)).toEqual([])
})

test('a column, a type or an index without a migration is named, and so is a column without a model', () => {
  const migrated: SchemaCatalog = { columns: ['notices.id bigint NOT NULL', ...models.columns.slice(1)], rules: [] }
  expect(findSchemaDifferences(migrated, models)).toEqual([
    'a model has, and no migration makes: notices.id integer NOT NULL',
    'the migrations make, and no model has: notices.id bigint NOT NULL',
    'a model has, and no migration makes: CREATE UNIQUE INDEX ON public.notices USING btree (id)',
  ])
})
