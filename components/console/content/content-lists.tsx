'use client'

import { useContext } from 'react'
import { type Period, periodState } from '#lib/content/rules.ts'
import {
  type NoticeRow,
  noticeInput,
  type PopupRow,
  popupInput,
  type QnaRow,
  qnaInput,
  type RegisterWhereRow,
  registerWhereInput,
} from '#lib/content/schema.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { Badge } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { checkBySchema } from '../editable-list/draft.ts'
import { EditableList, type EditableListProps } from '../editable-list/editable-list.tsx'
import { contentListDefaults, type EditableRow, type ListDeclaration } from '../editable-list/list-declaration.ts'
import { column, hiddenOnPhoneClass, titleColumn } from '../list-columns.tsx'
import { RowValuesContext } from '../row-context.tsx'
import { NoticePreview } from './notice-preview.tsx'
import { PopupPreview } from './popup-preview.tsx'

/** The first line of a text, cut with an ellipsis to at most `maxLength` characters. */
function firstLineOf(text: string, maxLength = 40): string {
  const line = text.split('\n')[0] ?? ''
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line
}

/** Creates the component that renders a declared content list, such as the announcements. */
const contentListOf =
  <Row extends EditableRow>(list: ListDeclaration<Row>) =>
  (props: EditableListProps<Row>) => <EditableList list={list} {...props} />

function ColourSwatch({ colour }: { readonly colour: string }) {
  if (!colour) return <span className="text-ink-3">기본</span>
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <span aria-hidden="true" className="size-4 rounded-badge border border-line" style={{ background: colour }} />
      {colour}
    </span>
  )
}

/** Form field for the URL that an announcement or popup opens when it is pressed. */
const linkField = {
  name: 'link',
  label: '누르면 열릴 주소',
  kind: 'line',
  hint: '/point 같은 상점 안의 주소나 https:// 주소예요. 비우면 열리지 않아요.',
  input: { maxLength: 500, inputMode: 'url', autoCapitalize: 'none', spellCheck: false },
} as const

/** Form fields for the period in which an announcement or popup is shown. */
const periodFields = [
  { name: 'shownFrom', label: '시작 시각', kind: 'minute' },
  {
    name: 'shownUntil',
    label: '끝나는 시각',
    kind: 'minute',
    usualTime: '23:59',
    note: () => <p className="text-s text-ink-3">한국 시각이에요. 비우면 바로 보이고, 지울 때까지 보여요.</p>,
  },
] as const

const periodTones = { AHEAD: 'warn', NOW: 'good', OVER: 'neutral' } as const
const periodLabels = { AHEAD: '예정', NOW: '보이는 중', OVER: '끝남' } as const

/** Badge that shows whether an announcement or popup is visible now. `isOn` is false if it is switched off. */
function PeriodBadge({ row, isOn = true }: { readonly row: Period; readonly isOn?: boolean }) {
  const { now } = useContext(RowValuesContext)
  if (!isOn) return <Badge>끔</Badge>
  const state = periodState(row, now)
  return <Badge tone={periodTones[state]}>{periodLabels[state]}</Badge>
}

/** Formats a day and time, such as `2026-11-22T09:00`, as `26.11.22 09:00`. */
const minuteText = (minute: string): string => minute.slice(2, 16).replaceAll('-', '.').replace('T', ' ')

/** Formats a period, such as '26.11.22 09:00부터 26.11.30 18:00까지'; '' if it has neither a beginning nor an end. */
const periodText = ({ shownFrom, shownUntil }: Period): string =>
  [shownFrom && `${minuteText(shownFrom)}부터`, shownUntil && `${minuteText(shownUntil)}까지`].filter(Boolean).join(' ')

export const NoticeList = contentListOf<NoticeRow>({
  ...contentListDefaults('공지', '새 공지를 올리면 주문 화면 위에 보여요.'),
  path: '/admin/notices',
  titleOf: ({ content }) => firstLineOf(content),
  columns: [
    titleColumn(
      '공지',
      ({ content }) => content,
      'wide:w-full wide:max-w-0 wide:min-w-[160px] wide:truncate max-wide:wrap-anywhere',
    ),
    column('고정', ({ isTop }) => isTop && <Badge tone="warn">고정</Badge>, 'badge', hiddenOnPhoneClass),
    column(
      '상태',
      (row) => (
        <span className="inline-flex flex-wrap justify-end gap-1">
          {row.isTop && (
            <Badge tone="warn" className="wide:hidden">
              고정
            </Badge>
          )}
          <PeriodBadge row={row} />
        </span>
      ),
      'badge',
    ),
    column('기간', periodText, 'noteLine', 'wide:min-w-[8.5rem] tabular-nums text-ink-3'),
    column('배경색', ({ bgColor }) => <ColourSwatch colour={bgColor} />, 'line'),
    column(
      '올린 날',
      ({ createdAt }) => seoulTime(createdAt).slice(0, 10),
      'amount',
      'whitespace-nowrap tabular-nums text-ink-3',
    ),
  ],
  fields: [
    { name: 'content', label: '공지 내용', kind: 'lines', required: true, hint: '첫 줄이 주문 화면에 먼저 보여요.' },
    { name: 'isTop', label: '맨 위에 고정', kind: 'switch' },
    {
      name: 'bgColor',
      label: '배경색',
      kind: 'colour',
      hint: '글자색은 읽기 쉬운 쪽으로 저절로 정해져요. 비우면 기본이에요.',
    },
    linkField,
    ...periodFields,
  ],
  check: checkBySchema(noticeInput),
  preview: ({ content, isTop, bgColor, link }) => (
    <NoticePreview
      content={String(content)}
      isTop={isTop === true}
      bgColor={String(bgColor)}
      hasLink={String(link ?? '') !== ''}
    />
  ),
  blank: { content: '', isTop: false, bgColor: '', link: '', shownFrom: '', shownUntil: '' },
  ordered: true,
  newestFirst: true,
  search: '공지 내용',
})

const popupTitle = ({ id, alt }: PopupRow): string => (alt ? firstLineOf(alt) : `팝업 ${id}`)

export const PopupList = contentListOf<PopupRow>({
  ...contentListDefaults('팝업', '이미지를 올려 새 팝업을 만들어 보세요.'),
  path: '/admin/popups',
  titleOf: popupTitle,
  columns: [
    titleColumn('팝업', popupTitle, 'wide:max-w-[240px] wide:truncate max-wide:wrap-anywhere'),
    column(
      '이미지',
      ({ imageUrl }) => <img src={imageUrl} alt="" loading="lazy" className="h-16 w-auto rounded-badge" />,
      'line',
      'py-2',
    ),
    column('상태', (row) => <PeriodBadge row={row} isOn={row.enabled} />, 'badge'),
    column('기간', periodText, 'line', 'whitespace-nowrap tabular-nums text-ink-3'),
  ],
  fields: [
    {
      name: 'imageUrl',
      label: '이미지',
      kind: 'image',
      allowsAddress: true,
      required: true,
      hint: 'PNG, JPEG, WebP, GIF · 2MB까지 · 너비 440px',
    },
    {
      name: 'alt',
      label: '그림을 대신하는 글',
      kind: 'lines',
      oneLine: true,
      hint: '그림에 쓰인 내용을 적어 주세요. 그림을 보지 못하는 회원에게 읽어 줘요.',
      input: { maxLength: 300 },
    },
    linkField,
    ...periodFields,
    { name: 'enabled', label: '보이기', kind: 'switch', hint: '켜면 정한 기간에 상점에 떠요.' },
  ],
  check: checkBySchema(popupInput),
  preview: ({ imageUrl, alt }) => <PopupPreview imageUrl={String(imageUrl)} alt={String(alt ?? '')} />,
  blank: { imageUrl: '', alt: '', link: '', shownFrom: '', shownUntil: '', enabled: false },
  ordered: true,
  search: '그림을 대신하는 글',
})

export const QnaList = contentListOf<QnaRow>({
  ...contentListDefaults('질문', '자주 받는 질문을 올리면 회원이 먼저 찾아봐요.'),
  path: '/admin/qnas',
  titleOf: ({ title }) => firstLineOf(title),
  columns: [
    titleColumn('질문', ({ title }) => title, 'wide:max-w-[280px] wide:truncate max-wide:wrap-anywhere'),
    column('답변', ({ answer }) => firstLineOf(answer, 80), 'line', 'text-ink-3 wide:max-w-[360px] wide:truncate'),
  ],
  fields: [
    { name: 'title', label: '질문', kind: 'line', required: true },
    { name: 'answer', label: '답변', kind: 'lines', required: true },
  ],
  check: checkBySchema(qnaInput.omit({ position: true })),
  preview: ({ title, answer }) => (
    <Accordion name="preview" items={[{ id: 1, title: String(title) || '질문', body: String(answer) || '답변' }]} />
  ),
  blank: { title: '', answer: '' },
  ordered: true,
  search: '질문',
})

export const SignUpSourceList = contentListOf<RegisterWhereRow>({
  ...contentListDefaults('가입경로', '가입경로를 만들면 회원이 가입할 때 하나를 골라요. 없으면 묻지 않아요.'),
  path: '/admin/register-where',
  titleOf: ({ text }) => text,
  columns: [titleColumn('가입경로', ({ text }) => text)],
  fields: [
    { name: 'text', label: '가입경로', kind: 'line', required: true, hint: '회원가입 화면에서 고르는 말이에요.' },
  ],
  check: checkBySchema(registerWhereInput.omit({ position: true })),
  blank: { text: '' },
  ordered: true,
  search: '가입경로',
})
