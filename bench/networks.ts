/** Networks as WebPageTest and Lighthouse have them: bytes a second and milliseconds. */
export const networks = {
  "4G": { downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8, latency: 170 },
  "slow 4G": { downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8, latency: 150 },
};
