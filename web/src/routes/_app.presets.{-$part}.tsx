import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazyLater } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'

const OwnPresets = lazyLater(() => import('../shell/presets/OwnPresets'), seldomWords)

/** /presets and /presets/archive. */
export const Route = createFileRoute('/_app/presets/{-$part}')({
  beforeLoad: ({ params: { part } }) => {
    if (part !== undefined && part !== 'archive') throw notFound()
  },
  component: () => <OwnPresets isArchive={Route.useParams().part === 'archive'} />,
})
