import { hasUnsentInput } from './unsentInput.ts'

/**
 * Tells the service worker about unsent input, since it does not navigate such a tab
 * (src/worker/openPage.ts).
 */
export function answerDraftQuestions(worker: ServiceWorkerContainer): void {
  worker.addEventListener('message', ({ data, ports }) => {
    if (data?.type === 'has-draft') ports[0]?.postMessage({ hasDraft: hasUnsentInput() })
  })
}
