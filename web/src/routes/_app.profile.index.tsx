import { createFileRoute, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ProfileHead } from '../features/people/ProfileHead'
import { Profile } from '../features/profile/Profile'
import { lazyPart } from '../i18n/lazyLater'
import { laterWords, seldomWords } from '../i18n/load'
import { AccountRows } from '../shell/profile/AccountRows'
import { DocumentRows } from '../shell/profile/DocumentRows'
import { PreferenceRows } from '../shell/profile/PreferenceRows'
import { ProfileFoot } from '../shell/profile/ProfileFoot'
import { SecurityRows } from '../shell/profile/SecurityRows'
import { Skeleton } from '../ui/Skeleton'

// At the end of its column, with requests of its own.
const SignInMethods = lazyPart(() => import('../features/profile/SignInMethods'), seldomWords)

export const Route = createFileRoute('/_app/profile/')({
  loader: () => Promise.all([seldomWords(), laterWords()]),
  component: ProfilePage,
})

function ProfilePage() {
  return (
    <Profile
      head={
        <ProfileHead
          raise={(words) => (
            <Link
              to="/profile/$page"
              params={{ page: 'limits' }}
              className="inline-flex min-h-11 items-center gap-1.5 text-[14px] font-semibold text-brand hover:text-brand-pressed"
            >
              {words}
            </Link>
          )}
        />
      }
      left={
        <>
          <AccountRows />
          <DocumentRows />
          <Suspense fallback={<Skeleton className="h-48" />}>
            <SignInMethods />
          </Suspense>
        </>
      }
      right={
        <>
          <SecurityRows />
          <PreferenceRows />
        </>
      }
      foot={<ProfileFoot />}
    />
  )
}
