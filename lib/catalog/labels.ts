/** Why a platform or a category can't go. */
export const stillInUse = '속한 항목이 있어 삭제할 수 없습니다.'
