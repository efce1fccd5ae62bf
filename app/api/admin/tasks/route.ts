import { tasksCall } from '#lib/tasks/resolution/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(tasksCall)
