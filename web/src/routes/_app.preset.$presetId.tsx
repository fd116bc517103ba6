import { createFileRoute } from '@tanstack/react-router'
import { lazyLater } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'

const OwnPreset = lazyLater(() => import('../shell/presets/OwnPreset'), seldomWords)

export const Route = createFileRoute('/_app/preset/$presetId')({
  component: () => <OwnPreset id={Route.useParams().presetId} />,
})
