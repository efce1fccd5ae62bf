export { signOut as GET } from '#lib/web/sign-out.ts'
