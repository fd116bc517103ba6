/* Fetched as one file (rare.ts), once the first page stands. */
import { workOffline } from '../offline/register'

export { ConnectionNotice } from './ConnectionNotice'
export { ErrorCard } from './ErrorCard'
export { ToastCard } from '../ui/ToastCard'

workOffline()
