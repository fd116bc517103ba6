import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazyLater } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'

const OwnPresets = lazyLater(() => import('../shell/presets/OwnPresets'), seldomWords)

/** /presets and /presets/archive. The page itself refuses other addresses, because this file's own code is small. */
export const Route = createFileRoute('/_app/presets/{-$part}')({ component: Presets })

function Presets() {
  const { part } = Route.useParams()
  if (part !== undefined && part !== 'archive') throw notFound()
  return <OwnPresets isArchive={part === 'archive'} />
}
