import type { ReactNode } from 'react'
import type { Column } from '../../ui/table.tsx'
import { withParticle } from '../format.ts'
import type { EmptyTexts } from '../list-page.tsx'
import type { FieldValues, FormDeclaration } from './draft.ts'

export interface EditableRow {
  readonly id: number
  /** Position of the row in lists that staff sort; a new row gets the next position. */
  readonly position?: number
}

/** Texts of the dialogs, buttons and toasts of an EditableList. */
interface ListTexts {
  /** Button that opens the dialog for a new row, and title of that dialog. */
  readonly add: string
  /** Button of the dialog that creates the row. */
  readonly make: string
  /** Toasts after a row was created, changed or deleted. */
  readonly made: (name: string) => string
  readonly saved: string
  readonly removed: (name: string) => string
  /** Text of the dialog that asks to confirm a deletion. */
  readonly removal: (name: string) => string
}

/** Declaration of a list that staff edit, from which EditableList makes its table, its forms and its API calls. */
export interface ListDeclaration<Row extends EditableRow> extends FormDeclaration {
  /** Name of one row, for example 카테고리. */
  readonly noun: string
  /** Path of the console page with the list. */
  readonly path: `/admin/${string}`
  /** Path of the API calls, if it isn't `/api` followed by `path`. */
  readonly api?: string
  readonly texts: ListTexts
  readonly titleOf: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  /** Content of a row's detail above the form. */
  readonly facts?: (row: Row) => ReactNode
  /** Content of a row's detail below the form. */
  readonly records?: (row: Row) => ReactNode
  /** Initial values of a new row. */
  readonly blank: FieldValues
  /** Fields of a new row, if they differ from `fields`. */
  readonly newFields?: FormDeclaration['fields']
  /** Whether staff sort the rows. */
  readonly ordered?: boolean
  /** Whether a new row becomes the first one, not the last, in a list that staff sort. */
  readonly newestFirst?: boolean
  /** Label of the search field; absent for a list without a search. */
  readonly search?: string
  /** Text in place of the detail while no row is selected; without it, no text is shown. */
  readonly noSelectionText?: string | null
  readonly empty: EmptyTexts
}

/**
 * The properties of a ListDeclaration that are the same for announcements, popups, FAQ, sign-up sources, answer
 * templates and price groups. `hint` advises what to do if the list is empty.
 */
export const contentListDefaults = (noun: string, hint: string) =>
  ({
    noun,
    texts: {
      add: `새 ${noun}`,
      make: '만들기',
      made: (name: string) => `‘${name}’ ${withParticle(noun, '을/를')} 만들었어요.`,
      saved: '저장했어요.',
      removed: removedText(noun),
      removal: (name: string) => `되돌릴 수 없어요.\n${name}`,
    },
    empty: {
      search: ['찾는 것이 없어요.', '검색어를 줄여 보세요.'],
      none: [`아직 ${noun} 목록이 비어 있어요.`, hint],
    },
  }) satisfies Partial<ListDeclaration<EditableRow>>

/**
 * The properties of a ListDeclaration that are the same for platforms, categories and providers. `removal` describes
 * the effect of a deletion, `saved` is the toast after a change.
 */
export function catalogListDefaults(
  noun: string,
  removal: string,
  saved = `${noun} 정보를 저장했어요. 상점에 바로 보여요.`,
) {
  const none = [`${noun} 없음`, '추가하면 여기에 나타나요.'] as const
  return {
    noun,
    texts: {
      add: `${noun} 추가`,
      make: `${noun} 추가`,
      made: (name: string) => `‘${name}’ ${withParticle(noun, '을/를')} 추가했어요.`,
      saved,
      removed: removedText(noun),
      removal: (name: string) => `${name} 항목을 삭제해요. ${removal}`,
    },
    noSelectionText: '목록에서 고르면 내용이 여기에 보여요.',
    empty: { search: none, none },
  } satisfies Partial<ListDeclaration<EditableRow>>
}

const removedText = (noun: string) => (name: string) => `‘${name}’ ${withParticle(noun, '을/를')} 삭제했어요.`
