import { createFileRoute } from '@tanstack/react-router'
import { lazyLater } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'

const FrensPage = lazyLater(() => import('../features/frens/FrensPage'), seldomWords)

export const Route = createFileRoute('/_app/frens')({ component: FrensPage })
