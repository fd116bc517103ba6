/* Loaded as one file (rare.ts) after the first page is shown. */
import { workOffline } from '../offline/register'

export { ConnectionNotice } from './ConnectionNotice'
export { ErrorCard } from './ErrorCard'
export { ToastCard } from '../ui/ToastCard'

workOffline()
