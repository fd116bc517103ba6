import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { cameFromClosed } from '../api/chosenProfile'
import { useSession } from '../api/useSession'
import { host } from '../host/adapter'
import { lazyLater, lazyPart } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'
import { buttonClass } from '../ui/Button'

const ProfileSwitch = lazyLater(() => import('../features/profiles/ProfileSwitch'), seldomWords)
const Bell = lazyPart(() => import('./bell/Bell'))
const ProfileClosed = lazyLater(() => import('../features/profiles/ProfileClosed'), seldomWords)

/**
 * The bell, the profile switch of customers with several profiles, and the notice about a closed one. Loaded lazily.
 */
export default function ProfileHost() {
  const session = useSession()
  if (session.status !== 'in') return null
  return (
    <>
      {host.chrome === 'full' ? (
        <Suspense fallback={null}>
          <Bell />
        </Suspense>
      ) : null}
      {cameFromClosed() ? (
        <Suspense>
          <ProfileClosed />
        </Suspense>
      ) : null}
      {session.profiles.length < 2 ? null : (
        <Suspense fallback={<div className="mb-2 h-11" />}>
          <ProfileSwitch
            home={host.home}
            manage={(words, close) => (
              <Link to="/profile/$page" params={{ page: 'profiles' }} className={buttonClass('quiet')} onClick={close}>
                {words}
              </Link>
            )}
          />
        </Suspense>
      )}
    </>
  )
}
