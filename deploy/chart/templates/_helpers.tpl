{{- define "etalase.labels" -}}
app.kubernetes.io/name: etalase
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "etalase.selector" -}}
app.kubernetes.io/name: etalase
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* What every pod has. Takes a list: the root, the component, its resources, and the rest of its container. */}}
{{- define "etalase.pod" -}}
{{- $root := index . 0 -}}
{{- $role := index . 1 -}}
{{- $resources := index . 2 -}}
{{- $container := index . 3 -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
# Longer than an orderly stop takes (docs/operations.md).
terminationGracePeriodSeconds: 35
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
containers:
  - name: {{ $role }}
    image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag }}"
    imagePullPolicy: {{ $root.Values.image.pullPolicy }}
    securityContext: {{- include "etalase.containerSecurity" $root | nindent 6 }}
    resources: {{- toYaml $resources | nindent 6 }}
    envFrom:
      - configMapRef: { name: {{ $root.Release.Name }}-{{ if eq $role "migrate" }}migrate-{{ end }}settings }
      - secretRef: { name: {{ $root.Values.secrets.environment }} }
    volumeMounts:
      - { name: data, mountPath: /data }
      - { name: tmp, mountPath: /tmp }
      - { name: keys, mountPath: /run/keys, readOnly: true }
    {{- toYaml $container | nindent 4 }}
volumes:
  # A cache of pictures. Files are in the store of STORAGE_URL.
  - name: data
    emptyDir: { sizeLimit: 1Gi }
  - name: tmp
    emptyDir: { sizeLimit: 64Mi }
  - name: keys
    secret: { secretName: {{ $root.Values.secrets.keys }}, defaultMode: 0440 }
{{- end }}

{{- define "etalase.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}
