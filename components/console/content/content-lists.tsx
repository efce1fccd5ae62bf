'use client'

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
import {
  contentList,
  EditableList,
  type EditableListProps,
  type EditableRow,
  type ListDeclaration,
} from '../editable-list/editable-list.tsx'
import { column, titleColumn } from '../list-columns.tsx'
import { NoticePreview } from './notice-preview.tsx'
import { PopupPreview } from './popup-preview.tsx'

/** The first line of a text, cut with an ellipsis to at most `most` characters. */
function firstLineOf(text: string, most = 40): string {
  const line = text.split('\n')[0] ?? ''
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

/** Makes the component that renders a content list from its declaration. */
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

export const NoticeList = contentListOf<NoticeRow>({
  ...contentList('공지', '새 공지를 올리면 주문 화면 위에 보여요.'),
  path: '/admin/notices',
  titleOf: ({ content }) => firstLineOf(content),
  columns: [
    titleColumn('공지', ({ content }) => content, 'wide:max-w-[360px] wide:truncate max-wide:wrap-anywhere'),
    column('고정', ({ isTop }) => isTop && <Badge tone="warn">고정</Badge>, 'badge'),
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
  ],
  check: checkBySchema(noticeInput),
  preview: ({ content, isTop, bgColor }) => (
    <NoticePreview content={String(content)} isTop={isTop === true} bgColor={String(bgColor)} />
  ),
  blank: { content: '', isTop: false, bgColor: '' },
  search: '공지 내용',
})

export const PopupList = contentListOf<PopupRow>({
  ...contentList('팝업', '이미지를 올려 새 팝업을 만들어 보세요.'),
  path: '/admin/popups',
  titleOf: ({ id }) => `팝업 ${id}`,
  columns: [
    titleColumn('팝업', ({ id }) => `팝업 ${id}`),
    column(
      '이미지',
      ({ imageUrl }) => <img src={imageUrl} alt="" loading="lazy" className="h-16 w-auto rounded-badge" />,
      'line',
      'py-2',
    ),
    column(
      '상태',
      ({ enabled }) => <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? '켬' : '끔'}</Badge>,
      'badge',
    ),
  ],
  fields: [
    {
      name: 'imageUrl',
      label: '이미지',
      kind: 'image',
      elsewhere: true,
      required: true,
      hint: 'PNG, JPEG, WebP, GIF · 2MB까지 · 너비 440px',
    },
    { name: 'enabled', label: '보이기', kind: 'switch', hint: '켜면 상점에 바로 떠요.' },
  ],
  check: checkBySchema(popupInput),
  preview: ({ imageUrl }) => <PopupPreview imageUrl={String(imageUrl)} />,
  blank: { imageUrl: '', enabled: false },
  search: '이미지 주소',
})

export const QnaList = contentListOf<QnaRow>({
  ...contentList('질문', '자주 받는 질문을 올리면 회원이 먼저 찾아봐요.'),
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
  ...contentList('가입경로', '가입경로가 하나는 있어야 회원이 가입할 수 있어요.'),
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
