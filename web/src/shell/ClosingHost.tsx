import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { userQuery } from '../api/user'
import { seldomWords } from '../i18n/load'

const ClosingNotice = lazy(async () => {
  await seldomWords()
  return import('../features/account/ClosingNotice')
})

/** Says on every page that the account is being deleted. Nobody else waits for its code or its words. */
export default function ClosingHost() {
  const at = useQuery(userQuery).data?.closes_at
  return <Suspense fallback={null}>{at ? <ClosingNotice at={at} /> : null}</Suspense>
}
