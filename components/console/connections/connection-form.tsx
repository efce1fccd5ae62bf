import {
  baseUrlLabel,
  type ConnectionField,
  type ConnectionKind,
  connectionDeclarations,
  connectionFields,
  connectionTexts,
  secretHintText,
} from '#lib/connections/labels.ts'
import { type ConnectionValues, connectionFault, toStoredValues } from '#lib/connections/rules.ts'
import type { ConnectionInput, ConnectionRow } from '#lib/connections/schema.ts'
import type { FieldIssue } from '../../ui/use-form.ts'
import type { FieldDeclaration, FieldValues } from '../editable-list/draft.ts'
import type { FormDialogDeclaration } from '../form-prompt.tsx'

/**
 * Name of the form field for a base URL that replaces the outside service's own; no connection has a value of this
 * name.
 */
const BASE_URL = 'baseUrl'

const fieldDeclarationOf = (field: ConnectionField, hints: ConnectionValues): FieldDeclaration => {
  const { name, label, where, optional, choices, secret } = field
  const isStored = secret && hints[name] !== undefined
  const secretHint = isStored ? ` ${secretHintText(hints[name] ?? '')} ${connectionTexts.keepSecret}` : ''
  return {
    name,
    label: optional ? `${label} (${connectionTexts.optional})` : label,
    kind: choices ? 'choice' : 'line',
    hint: `${where}${secretHint && '.'}${secretHint}`,
    required: !(optional || isStored || choices),
    options: choices?.map(([value, text]) => ({ value, label: text })) ?? [],
    input: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 500 },
  }
}

const textsOf = (values: FieldValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '')]))

const inputOf = (kind: ConnectionKind, { [BASE_URL]: baseUrl, ...values }: FieldValues): ConnectionInput => ({
  values: toStoredValues(kind, textsOf(values)),
  baseUrl: String(baseUrl ?? '') || null,
})

/** Converts an issue's path from the server's name of a field, which begins with `values.`, to the form's name. */
const issueOfForm = ({ path, message }: FieldIssue): FieldIssue => ({ path: path.replace(/^values\./, ''), message })

interface FormOptions {
  /** Whether the shop may call another base URL than the outside service's own, such as a stand-in's. */
  readonly allowsOtherAddress: boolean
  readonly onGiven: (input: ConnectionInput) => Promise<FieldIssue | null>
}

/**
 * The form with which an OWNER connects an outside service or changes its values. A secret field that is left empty
 * keeps the stored secret.
 */
export function connectionForm(
  row: ConnectionRow,
  { allowsOtherAddress, onGiven }: FormOptions,
): FormDialogDeclaration {
  const { kind, hints, settings, baseUrl } = row
  const addressField: FieldDeclaration = {
    name: BASE_URL,
    label: baseUrlLabel,
    kind: 'line',
    hint: connectionTexts.otherAddress,
    input: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 500, inputMode: 'url' },
  }
  return {
    title: `${connectionDeclarations[kind].label} ${row.state === 'NONE' ? connectionTexts.connect : connectionTexts.change}`,
    text: connectionTexts.secretsStayHere,
    action: connectionTexts.save,
    fields: [
      ...connectionFields(kind).map((field) => fieldDeclarationOf(field, hints)),
      ...(allowsOtherAddress ? [addressField] : []),
    ],
    initialValues: { ...settings, [BASE_URL]: baseUrl ?? '' },
    check: (values) => connectionFault(kind, inputOf(kind, values).values, Object.keys(hints)),
    onGiven: async (values) => {
      const issue = await onGiven(inputOf(kind, values))
      return issue && issueOfForm(issue)
    },
  }
}
