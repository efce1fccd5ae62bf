import { z } from 'zod'
import { arrangeCall } from '#lib/audit/arrange-list.ts'
import { staffList } from '#lib/audit/staff-list.ts'
import { call, Reply } from '#lib/core/call.ts'
import { text } from '#lib/core/text.ts'
import { assetOf, guideForStaff, notices, popups, qnas, registerWheres } from './queries.ts'
import { saveGuide } from './save-guide.ts'
import {
  assetInput,
  assetRow,
  guide,
  guideInput,
  MOST_BASE64,
  noticeList,
  popupList,
  qnaList,
  registerWhereList,
} from './schema.ts'
import { noticeStaffList, popupStaffList, qnaStaffList, registerWhereStaffList, termsStaffList } from './staff-lists.ts'
import { storeAsset } from './store-asset.ts'

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
} = staffList(noticeStaffList)

export const {
  read: adminQnasCall,
  create: createQnaCall,
  change: changeQnaCall,
  remove: removeQnaCall,
} = staffList(qnaStaffList)
export const arrangeQnasCall = arrangeCall(qnaStaffList)

export const {
  read: adminRegisterWheresCall,
  create: createRegisterWhereCall,
  change: changeRegisterWhereCall,
  remove: removeRegisterWhereCall,
} = staffList(registerWhereStaffList)
export const arrangeRegisterWheresCall = arrangeCall(registerWhereStaffList)

export const {
  read: adminPopupsCall,
  create: createPopupCall,
  change: changePopupCall,
  remove: removePopupCall,
} = staffList(popupStaffList)

export const {
  read: adminTermsCall,
  create: createTermsCall,
  change: changeTermsCall,
  remove: removeTermsCall,
} = staffList(termsStaffList)

export const uploadAssetCall = call({
  method: 'POST',
  path: '/api/admin/assets',
  access: 'MANAGER',
  mostBytes: MOST_BASE64,
  body: assetInput,
  status: 201,
  answer: assetRow,
  run: ({ db, body, caller, address }) => storeAsset(db, { ...body, actorId: caller.memberId, address }),
})

/** What stands under a hash never changes, so that whoever has it needn't ask again. */
export const assetCall = call({
  method: 'GET',
  path: '/assets/{hash}',
  access: 'public',
  params: z.object({ hash: text(64).regex(/^[\da-f]{64}$/) }),
  answer: z.never(),
  run: async ({ db, params: { hash }, ifNoneMatch }) => {
    const headers = { etag: `"${hash}"`, 'cache-control': 'public, max-age=31536000, immutable' }
    if (ifNoneMatch?.includes(hash)) return new Reply(null, headers, 304)
    const { contentType, bytes } = await assetOf(db, hash)
    return new Reply(bytes, { ...headers, 'content-type': contentType })
  },
})

export const adminGuideCall = call({
  method: 'GET',
  path: '/api/admin/guide',
  access: 'SUPPORT',
  answer: guide,
  run: ({ db }) => guideForStaff(db),
})

export const saveGuideCall = call({
  method: 'PUT',
  path: '/api/admin/guide',
  access: 'MANAGER',
  body: guideInput,
  answer: guide,
  run: ({ db, body, caller, address }) => saveGuide(db, { ...body, actorId: caller.memberId, address }),
})
