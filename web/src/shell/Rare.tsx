/* Fetched as one file (rare.ts). */
export { ConnectionNotice } from './ConnectionNotice'
export { ErrorCard } from './ErrorCard'
export { ToastCard } from '../ui/ToastCard'
