import { call } from '#lib/core/call.ts'
import { notices, popups, qnas, registerWheres } from './queries.ts'
import { noticeList, popupList, qnaList, registerWhereList } from './schema.ts'

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
