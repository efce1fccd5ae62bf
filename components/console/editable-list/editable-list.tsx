'use client'

import { ArrowDown, ArrowUp, Plus } from 'lucide'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListPage } from '../list-page.tsx'
import type { ListState } from '../list-state.ts'
import { SearchBox } from '../search-box.tsx'
import { ShortcutButton } from '../shortcut-button.tsx'
import { type List, useList } from '../use-list.ts'
import { toDraftValue } from './draft.ts'
import type { EditableRow, ListDeclaration } from './list-declaration.ts'
import { RowFormFields, useRowForm } from './row-form.tsx'

/** Props that a page passes to its list. */
export interface EditableListProps<Row extends EditableRow> {
  /** The rows in the order of the list; for content of the shop, this is also the order in the shop. */
  readonly rows: readonly Row[]
  /** Number of rows that the search finds, of which `rows` may be only a part; by default `rows.length`. */
  readonly total?: number
  /** The server's time, in milliseconds. */
  readonly now?: number
  readonly state: ListState
  readonly mayAct: boolean
}

type Direction = 'UP' | 'DOWN'

/** Declares the call that moves a row one position up or down; `path` is the row's API path. */
export const moveRowCall = (path: string, direction: Direction) =>
  ({ method: 'POST', path: `${path}/move`, body: { direction } }) as const

const NEW_DIALOG = 'new'
const REMOVE_DIALOG = 'remove'

interface ListDisplayProps<Row extends EditableRow> extends EditableListProps<Row> {
  readonly list: ListDeclaration<Row>
  /** Filters above the list, in addition to the search. */
  readonly tools?: ReactNode
}

/**
 * A list whose selected row is edited in a form beside it. N adds a row. If staff sort the list (`ordered`), U and D
 * move the selected row.
 */
export function EditableList<Row extends EditableRow>({ list: declaration, tools, ...props }: ListDisplayProps<Row>) {
  const { noun, path, api = `/api${path}`, texts, ordered = false, search, titleOf } = declaration
  const { rows, total = rows.length, now = 0, state, mayAct } = props
  const listUrl = { path, statuses: [], defaultStatus: undefined }
  const list = useList<Row, number>({ rows, now, listUrl, state })
  const { row } = list
  const rowPath = `${api}/${row?.id}`
  const add = () => list.openDialog(NEW_DIALOG)
  // A row can be moved only if all rows are shown: otherwise its neighbours might be hidden.
  const canMove = mayAct && ordered && rows.length === total && state.q === ''
  const move = (direction: Direction) =>
    row &&
    list.run<{ moved: boolean }>({
      ...moveRowCall(rowPath, direction),
      done: ({ moved }) => (moved ? '순서를 바꿨어요.' : ''),
    })
  const remove = async () => {
    const answer = await list.run({ method: 'DELETE', path: rowPath, done: row && texts.removed(titleOf(row)) })
    list.closeDialog()
    if (answer?.ok) list.closeDetail()
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {search && <SearchBox label={search} listUrl={listUrl} state={state} />}
        {tools && <div className="min-w-0 flex-1 basis-[280px]">{tools}</div>}
        {mayAct && (
          <ShortcutButton shortcut="n" tone="main" size="s" onClick={add} className="ml-auto">
            <Icon shape={Plus} size={18} /> {texts.add}
          </ShortcutButton>
        )}
      </div>
      <ListPage
        {...{ list, noun, titleOf, columns: declaration.columns, emptyTexts: declaration.empty }}
        noSelectionText={declaration.noSelectionText ?? null}
        hasSearch={search !== undefined}
        keys={[
          ...(mayAct ? [{ keys: ['N'], does: texts.add, isHint: true }] : []),
          ...(canMove ? [{ keys: ['U', 'D'], does: '위로, 아래로', isHint: true, actsOnRow: true }] : []),
        ]}
        shortcuts={{
          ...(mayAct && { n: add }),
          ...(canMove && { u: () => move('UP'), d: () => move('DOWN') }),
        }}
        detail={(chosen) => (
          <>
            {declaration.facts?.(chosen)}
            {mayAct ? (
              <EditRowForm
                key={chosen.id}
                {...{ declaration, api, row: chosen }}
                onRemove={() => list.openDialog(REMOVE_DIALOG)}
              />
            ) : (
              declaration.preview?.(draftValuesOf(chosen))
            )}
            {canMove && <MoveButtons busy={list.busy} onMove={move} />}
          </>
        )}
        records={declaration.records}
        dialogs={(chosen) => ({
          [REMOVE_DIALOG]: {
            confirm: {
              title: `${noun} 삭제`,
              text: texts.removal(titleOf(chosen)),
              action: '삭제',
              onConfirm: remove,
            },
          },
        })}
      >
        {list.dialog === NEW_DIALOG && <NewRowForm {...{ declaration, api, list, rows }} />}
      </ListPage>
    </>
  )
}

const draftValuesOf = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toDraftValue(value as string | boolean)]))

interface EditableRowProps<Row extends EditableRow> {
  readonly declaration: ListDeclaration<Row>
  readonly api: string
}

function EditRowForm<Row extends EditableRow>(
  props: EditableRowProps<Row> & { readonly row: Row; readonly onRemove: () => void },
) {
  const { declaration, api, row, onRemove } = props
  const form = useRowForm(declaration, row, {
    method: 'PATCH',
    path: `${api}/${row.id}`,
    done: declaration.texts.saved,
  })
  return (
    <RowFormFields label={`${declaration.noun} 고치기`} form={form} action="저장">
      <Button tone="bad" onClick={onRemove}>
        삭제
      </Button>
    </RowFormFields>
  )
}

function NewRowForm<Row extends EditableRow>(
  props: EditableRowProps<Row> & { readonly list: List<Row>; readonly rows: readonly Row[] },
) {
  const { declaration, api, list, rows } = props
  const { add, make, made } = declaration.texts
  const lastPosition = declaration.newestFirst ? undefined : rows.at(-1)?.position
  const fields = declaration.newFields ?? declaration.fields
  const form = useRowForm<Row>({ ...declaration, fields }, declaration.blank, {
    method: 'POST',
    path: api,
    done: (row) => made(declaration.titleOf(row)),
    ...(lastPosition !== undefined && { extraBody: { position: lastPosition + 1 } }),
    onSaved({ id }) {
      list.closeDialog()
      list.choose(id)
    },
  })
  return (
    <Dialog open onClose={list.closeDialog} title={add}>
      <RowFormFields label={add} form={form} action={make} inDialog />
    </Dialog>
  )
}

interface MoveButtonsProps {
  readonly busy: boolean
  readonly onMove: (direction: Direction) => void
}

const moveDirections = [
  { direction: 'UP', label: '위로', key: 'u', shape: ArrowUp },
  { direction: 'DOWN', label: '아래로', key: 'd', shape: ArrowDown },
] as const

/** Buttons that move the selected row up or down in the shop's sequence; their keys are U and D. */
export function MoveButtons({ busy, onMove }: MoveButtonsProps) {
  return (
    <div className="grid grid-cols-2 gap-2">
      {moveDirections.map(({ direction, label, key, shape }) => (
        <ShortcutButton key={key} shortcut={key} size="s" busy={busy} onClick={() => onMove(direction)}>
          <Icon shape={shape} size={16} /> {label}
        </ShortcutButton>
      ))}
    </div>
  )
}
