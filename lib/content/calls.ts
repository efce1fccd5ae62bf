import { staffList } from '#lib/audit/staff-list.ts'
import { call } from '#lib/core/call.ts'
import { notices, popups, qnas, registerWheres } from './queries.ts'
import {
  noticeInput,
  noticeList,
  noticeRow,
  popupInput,
  popupList,
  popupRow,
  qnaInput,
  qnaList,
  qnaRow,
  registerWhereInput,
  registerWhereList,
  registerWhereRow,
} from './schema.ts'

export const noticesCall = call({
  method: 'GET',
  path: '/service/notices',
  access: 'public',
  answer: noticeList,
  run: () => notices(),
})

export const qnasCall = call({
  method: 'GET',
  path: '/service/qnas',
  access: 'public',
  answer: qnaList,
  run: () => qnas(),
})

export const registerWhereCall = call({
  method: 'GET',
  path: '/service/register-where',
  access: 'public',
  answer: registerWhereList,
  run: () => registerWheres(),
})

export const popupCall = call({
  method: 'GET',
  path: '/service/popup',
  access: 'public',
  answer: popupList,
  run: () => popups(),
})

export const {
  read: adminNoticesCall,
  create: createNoticeCall,
  change: changeNoticeCall,
  remove: removeNoticeCall,
} = staffList({
  path: '/api/admin/notices',
  subject: 'notice',
  table: 'notices',
  fields: {
    content: { column: 'content' },
    isTop: { column: 'is_top' },
    bgColor: { column: 'bg_color' },
    createdAt: { column: 'created_at' },
  },
  input: noticeInput,
  row: noticeRow,
  searched: 'content',
})

export const {
  read: adminQnasCall,
  create: createQnaCall,
  change: changeQnaCall,
  remove: removeQnaCall,
} = staffList({
  path: '/api/admin/qnas',
  subject: 'qna',
  table: 'qnas',
  fields: { title: { column: 'title' }, answer: { column: 'answer' }, position: { column: 'position' } },
  input: qnaInput,
  row: qnaRow,
  searched: 'title',
})

export const {
  read: adminRegisterWheresCall,
  create: createRegisterWhereCall,
  change: changeRegisterWhereCall,
  remove: removeRegisterWhereCall,
} = staffList({
  path: '/api/admin/register-where',
  subject: 'register-where',
  table: 'register_wheres',
  fields: { text: { column: 'text' }, position: { column: 'position' } },
  input: registerWhereInput,
  row: registerWhereRow,
  searched: 'text',
})

export const {
  read: adminPopupsCall,
  create: createPopupCall,
  change: changePopupCall,
  remove: removePopupCall,
} = staffList({
  path: '/api/admin/popups',
  subject: 'popup',
  table: 'popups',
  fields: { enabled: { column: 'enabled' }, imageUrl: { column: 'image_url' } },
  input: popupInput,
  row: popupRow,
  searched: 'image_url',
})
