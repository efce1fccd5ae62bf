import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { editableList } from '#lib/editable-lists/editable-list.ts'
import { moveCall } from '#lib/editable-lists/move-row.ts'
import { guideForStaff, notices, popups, qnas, registerWheres } from './queries.ts'
import { saveGuide } from './save-guide.ts'
import { guide, guideInput, noticeList, popupList, qnaList, registerWhereList } from './schema.ts'
import { noticeStaffList, popupStaffList, qnaStaffList, registerWhereStaffList, termsStaffList } from './staff-lists.ts'

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
} = editableList(noticeStaffList)
export const moveNoticeCall = moveCall(noticeStaffList)

export const {
  read: adminQnasCall,
  create: createQnaCall,
  change: changeQnaCall,
  remove: removeQnaCall,
} = editableList(qnaStaffList)
export const moveQnaCall = moveCall(qnaStaffList)

export const {
  read: adminRegisterWheresCall,
  create: createRegisterWhereCall,
  change: changeRegisterWhereCall,
  remove: removeRegisterWhereCall,
} = editableList(registerWhereStaffList)
export const moveRegisterWhereCall = moveCall(registerWhereStaffList)

export const {
  read: adminPopupsCall,
  create: createPopupCall,
  change: changePopupCall,
  remove: removePopupCall,
} = editableList(popupStaffList)
export const movePopupCall = moveCall(popupStaffList)

export const {
  read: adminTermsCall,
  create: createTermsCall,
  change: changeTermsCall,
  remove: removeTermsCall,
} = editableList(termsStaffList)

export const adminGuideCall = call({
  method: 'GET',
  path: '/api/admin/guide',
  access: 'SUPPORT',
  answer: guide,
  run: () => guideForStaff(),
})

export const saveGuideCall = call({
  method: 'PUT',
  path: '/api/admin/guide',
  access: 'MANAGER',
  body: guideInput,
  answer: guide,
  run: ({ body, ...context }) => saveGuide(staffActor(context), body),
})
